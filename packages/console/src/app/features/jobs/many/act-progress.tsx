import { Button, Group, Progress as Bar, Text } from '@mantine/core';
import { FailureNotice } from '../../../shell/failure-notice.tsx';
import { useTexts } from '../../../texts/use-texts.ts';
import { JobStateBadge } from '../job-state-badge.tsx';
import { manyTexts } from './many-texts.ts';
import { PassedOver } from './passed-over.tsx';
import type { Progress } from './use-act.ts';

export interface ActProgressProps {
  readonly progress: Progress;
  readonly onStop: () => void;
  readonly onGoOn: () => void;
  readonly onClose: () => void;
}

/** How far an act has come, and what it did. */
export function ActProgress({ progress, onStop, onGoOn, onClose }: ActProgressProps) {
  const { t } = useTexts(manyTexts);
  const { said, acted, left, isGoing, failed } = progress;
  const of = acted.length + left.length;
  const count = acted.filter(({ reason }) => reason === null).length;
  const done = t('going', { done: acted.length, of });
  return (
    <>
      {isGoing && <Bar value={(100 * acted.length) / of} aria-label={done} />}
      <Text role="status">{isGoing ? done : t(`ended.${said.act}`, { count })}</Text>
      {!isGoing && <States progress={progress} />}
      <PassedOver jobs={acted} />
      {!isGoing && left.length > 0 && <Text>{t('ended.left', { count: left.length })}</Text>}
      {failed !== null && <FailureNotice failed={failed} />}
      <Group justify="end">
        {isGoing ? (
          <Button variant="default" onClick={onStop}>
            {t('stop')}
          </Button>
        ) : (
          <>
            {left.length > 0 && (
              <Button variant="default" onClick={onGoOn}>
                {t('go-on', { count: left.length })}
              </Button>
            )}
            <Button onClick={onClose}>{t('close')}</Button>
          </>
        )}
      </Group>
    </>
  );
}

/** What the jobs are now. */
function States({ progress: { acted } }: Pick<ActProgressProps, 'progress'>) {
  const { t } = useTexts(manyTexts);
  const states = acted.flatMap(({ reason, job }) =>
    reason === null && job !== null ? [job.state] : [],
  );
  if (states.length === 0) return null;
  return (
    <Group gap="xs">
      <Text size="sm">{t('ended.states')}</Text>
      {[...new Set(states)].map((state) => (
        <Text key={state} size="sm" component="span">
          {states.filter((one) => one === state).length} × <JobStateBadge state={state} />
        </Text>
      ))}
    </Group>
  );
}
