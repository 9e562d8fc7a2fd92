import { Button, Group, Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { WorkbenchJob, WorkbenchStatus } from '../../../api/responses.ts';
import { CopyButton } from '../../../shell/copy-button.tsx';
import { Icon, type IconName } from '../../../shell/icon.tsx';
import { videoUrl } from '../video-url.ts';
import { FailureWords } from '../../jobs/failure-words.tsx';
import styles from './job-card.module.css';
import { isFinal } from './job-collection.ts';
import { sayAgo, sayInstant, saySpan } from '../../../shell/say-time.ts';
import { StatusBadge } from './status-badge.tsx';
import { UnknownOutcome } from './unknown-outcome.tsx';
import { useNow } from '../../../shell/use-now.ts';
import { workbenchTexts } from '../../../texts/workbench.ts';
import { useLanguage } from '../../../texts/use-language.ts';

export interface JobCardProps {
  readonly job: WorkbenchJob;
  /** Position in the whole list, for screen readers. */
  readonly position: { readonly index: number; readonly count: number };
  readonly onDetails: (job: WorkbenchJob) => void;
  readonly onSimilar: (job: WorkbenchJob) => void;
  readonly onChecked: (job: WorkbenchJob) => void;
}

/** A video from submission to result. */
export function JobCard({ job, position, onDetails, onSimilar, onChecked }: JobCardProps) {
  const { t } = useTranslation(workbenchTexts);
  const name = { status: t(`status.${job.status}`), prompt: job.prompt.slice(0, 80) };
  return (
    <article
      className={styles['card']}
      data-status={job.status}
      data-job={job.job_id}
      tabIndex={0}
      aria-label={t('card', name)}
      aria-posinset={position.index + 1}
      aria-setsize={position.count}
    >
      <Picture job={job} />
      <div className={styles['body']}>
        <Group justify="space-between" gap="xs" wrap="nowrap">
          <StatusBadge status={job.status} />
          <Elapsed job={job} />
        </Group>
        <p className={styles['prompt']}>{job.prompt}</p>
        <Text size="xs" c="dimmed" className={styles['model'] ?? ''}>
          {job.model}
        </Text>
        <Group gap={6} mt="auto">
          <Button size="compact-xs" variant="default" onClick={() => onDetails(job)}>
            {t('details')}
          </Button>
          {/* Beside an unknown outcome this button would look like a retry. */}
          {job.status !== 'outcome_unknown' && (
            <Button size="compact-xs" variant="default" onClick={() => onSimilar(job)}>
              {t('similar')}
            </Button>
          )}
          <ResultActions job={job} />
        </Group>
        {job.status === 'outcome_unknown' && <UnknownOutcome job={job} onChecked={onChecked} />}
      </div>
    </article>
  );
}

const icons: { readonly [S in WorkbenchStatus]: IconName } = {
  authenticating: 'clock',
  prepared: 'box',
  submitted: 'send',
  polling: 'video',
  completed: 'info',
  failed: 'warning',
  outcome_unknown: 'question',
};

function Picture({ job }: Pick<JobCardProps, 'job'>) {
  const { t } = useTranslation(workbenchTexts);
  if (job.status === 'completed' && job.result_url !== undefined)
    return (
      // Loads only the first frame as a preview; the rest is loaded on play.
      <video
        className={styles['video']}
        src={`${videoUrl(job.result_url).href}#t=0.05`}
        aria-label={t('play', { prompt: job.prompt.slice(0, 80) })}
        controls
        playsInline
        preload="metadata"
      />
    );
  return (
    <div className={styles['still']} data-status={job.status}>
      <Icon name={icons[job.status]} size={36} />
      {job.status === 'completed' && <Text size="sm">{t('gone')}</Text>}
      {job.status === 'failed' && (
        <Text size="sm" component="div">
          <FailureWords message={job.message ?? ''} />
        </Text>
      )}
      {job.status === 'polling' && job.progress > 0 && (
        <div className={styles['progress']}>
          <Progress.Root size="md" radius={0}>
            <Progress.Section
              value={job.progress}
              aria-label={t('progress', { prompt: job.prompt.slice(0, 80) })}
            />
          </Progress.Root>
          <Text size="xs">{t('progress.value', { progress: job.progress })}</Text>
        </div>
      )}
    </div>
  );
}

function Elapsed({ job }: Pick<JobCardProps, 'job'>) {
  const { t } = useTranslation(workbenchTexts);
  const language = useLanguage();
  const now = useNow(isFinal(job) ? 30_000 : 1000);
  const started = Date.parse(job.created_at);
  const text = isFinal(job)
    ? t('took', {
        ago: sayAgo(now - started, language),
        time: saySpan(Date.parse(job.updated_at) - started, language),
      })
    : saySpan(now - started, language);
  return (
    <Text
      size="xs"
      c="dimmed"
      component="time"
      dateTime={job.created_at}
      title={sayInstant(job.created_at, language)}
      ta="end"
    >
      {text}
    </Text>
  );
}

function ResultActions({ job }: Pick<JobCardProps, 'job'>) {
  const { t } = useTranslation(workbenchTexts);
  if (job.status !== 'completed' || job.result_url === undefined) return null;
  const url = videoUrl(job.result_url).href;
  return (
    <>
      <Button
        component="a"
        size="compact-xs"
        variant="default"
        href={`${url}?download=1`}
        download
        leftSection={<Icon name="download" size={14} />}
      >
        {t('download')}
      </Button>
      <CopyButton text={url} label={t('copy-link')} size="compact-xs" />
    </>
  );
}
