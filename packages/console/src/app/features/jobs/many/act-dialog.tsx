import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CentreDialog } from '../../../shell/centre-dialog.tsx';
import { FailureNotice } from '../../../shell/failure-notice.tsx';
import type { Act, Filters, SaidAct } from './act-on-jobs.ts';
import { ActProgress } from './act-progress.tsx';
import { PreviewedJobs } from './previewed-jobs.tsx';
import { ResolveFields, type SaidOutcome } from './resolve-fields.tsx';
import type { Selection } from './selection.ts';
import { type Preview, usePreview, useProgress } from './use-act.ts';
import { jobsTexts } from '../../../texts/jobs.ts';

export interface ActDialogProps {
  readonly act: Act;
  readonly selection: Selection;
  readonly filters: Filters;
  /** `isDone`: nothing remains to be done for the selection. */
  readonly onClose: (isDone: boolean) => void;
}

/** A bulk action: preview with jobs and credits, then progress. */
export function ActDialog({ act, selection, filters, onClose }: ActDialogProps) {
  const { t } = useTranslation(jobsTexts);
  const { read, preview, failed } = usePreview(act, selection, filters);
  const { progress, go, stop } = useProgress();
  return (
    <CentreDialog
      title={t(`many.title.${act}`)}
      size="lg"
      isClosedOnPurposeOnly={progress?.isGoing === true}
      onClose={() => onClose(progress !== null)}
    >
      <Stack>
        <Text size="sm">{t(`many.what.${act}`)}</Text>
        {preview === null && failed === null && (
          <Text size="sm" role="status">
            {t('many.reading.jobs', { count: read })}
          </Text>
        )}
        {failed !== null && <FailureNotice failed={failed} />}
        {progress === null && preview !== null && (
          <Confirmation act={act} preview={preview} onGo={(said, ids) => void go(said, ids)} />
        )}
        {progress !== null && (
          <ActProgress
            progress={progress}
            onStop={stop}
            onGoOn={() => void go(progress.said, progress.left)}
            onClose={() => onClose(true)}
          />
        )}
      </Stack>
    </CentreDialog>
  );
}

interface ConfirmationProps {
  readonly act: Act;
  readonly preview: Preview;
  readonly onGo: (said: SaidAct, ids: readonly string[]) => void;
}

/** Preview of the action with its start button. */
function Confirmation({ act, preview, onGo }: ConfirmationProps) {
  const { t } = useTranslation(jobsTexts);
  const [outcome, setOutcome] = useState<SaidOutcome>({ outcome: null, note: '' });
  const said = saidIn(act, outcome);
  const ids = preview.jobs.filter(({ reason }) => reason === null).map(({ id }) => id);
  return (
    <>
      <PreviewedJobs act={act} preview={preview} />
      {act === 'resolve' && ids.length > 0 && (
        <ResolveFields said={outcome} onChange={setOutcome} />
      )}
      {ids.length > 0 && (
        <Group justify="end">
          {act !== 'check' && (
            <Text size="sm" c="dimmed">
              {t('many.undone')}
            </Text>
          )}
          <Button
            disabled={said === null}
            {...(act !== 'check' && { color: 'red.8' })}
            onClick={() => {
              if (said !== null) onGo(said, ids);
            }}
          >
            {t(`many.go.${act}`, { count: ids.length })}
          </Button>
        </Group>
      )}
    </>
  );
}

/** The action to send; null while incomplete. */
function saidIn(act: Act, { outcome, note }: SaidOutcome): SaidAct | null {
  if (act !== 'resolve') return { act };
  return outcome === null || note.trim() === '' ? null : { act, outcome, note: note.trim() };
}
