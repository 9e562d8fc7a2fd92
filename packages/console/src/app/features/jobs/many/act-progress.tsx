import { Button, Group, Progress as Bar, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../../shell/failure-notice.tsx';
import { JobStateBadge } from '../job-state-badge.tsx';
import { PassedOver } from './passed-over.tsx';
import type { Progress } from './use-act.ts';
import { jobsTexts } from '../../../texts/jobs.ts';

export interface ActProgressProps {
  readonly progress: Progress;
  readonly onStop: () => void;
  readonly onGoOn: () => void;
  readonly onClose: () => void;
}

/** Progress and result of a bulk action. */
export function ActProgress({ progress, onStop, onGoOn, onClose }: ActProgressProps) {
  const { t } = useTranslation(jobsTexts);
  const { said, acted, left, isGoing, failed } = progress;
  const of = acted.length + left.length;
  const count = acted.filter(({ reason }) => reason === null).length;
  const done = t('many.going', { done: acted.length, of });
  return (
    <>
      {isGoing && <Bar value={(100 * acted.length) / of} aria-label={done} />}
      <Text role="status">{isGoing ? done : t(`many.ended.${said.act}`, { count })}</Text>
      {!isGoing && <States progress={progress} />}
      <PassedOver jobs={acted} />
      {!isGoing && left.length > 0 && <Text>{t('many.ended.left', { count: left.length })}</Text>}
      {failed !== null && <FailureNotice failed={failed} />}
      <Group justify="end">
        {isGoing ? (
          <Button variant="default" onClick={onStop}>
            {t('many.stop')}
          </Button>
        ) : (
          <>
            {left.length > 0 && (
              <Button variant="default" onClick={onGoOn}>
                {t('many.go-on', { count: left.length })}
              </Button>
            )}
            <Button onClick={onClose}>{t('many.close')}</Button>
          </>
        )}
      </Group>
    </>
  );
}

/** Current states of the processed jobs. */
function States({ progress: { acted } }: Pick<ActProgressProps, 'progress'>) {
  const { t } = useTranslation(jobsTexts);
  const states = acted.flatMap(({ reason, job }) =>
    reason === null && job !== null ? [job.state] : [],
  );
  if (states.length === 0) return null;
  return (
    <Group gap="xs">
      <Text size="sm">{t('many.ended.states')}</Text>
      {[...new Set(states)].map((state) => (
        <Text key={state} size="sm" component="span">
          {states.filter((one) => one === state).length} × <JobStateBadge state={state} />
        </Text>
      ))}
    </Group>
  );
}
