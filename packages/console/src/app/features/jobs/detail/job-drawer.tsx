import type { JobState } from '@filmgate/core';
import { Anchor, Code, Group, Loader, Stack, Text, Title } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Trans, useTranslation } from 'react-i18next';
import type { AdminJob, AdminJobDetail } from '../../../api/responses.ts';
import type { ApiClient } from '../../../api/api-client.ts';
import { useApi } from '../../../api/api-provider.tsx';
import { RequestFailed, valueOf } from '../../../api/request-failed.ts';
import { CopyButton } from '../../../shell/copy-button.tsx';
import { failedOf, FailureNotice } from '../../../shell/failure-notice.tsx';
import { InstantText } from '../../../shell/instant-text.tsx';
import { SideDrawer } from '../../../shell/side-drawer.tsx';
import { ToneBadge } from '../../../shell/tone-badge.tsx';
import { JobStateBadge } from '../job-state-badge.tsx';
import { Timeline } from '../timeline/timeline.tsx';
import { CancelJob } from './cancel-job.tsx';
import { CheckJob } from './check-job.tsx';
import { JobFacts } from './job-facts.tsx';
import { JobVideo } from './job-video.tsx';
import { OutcomeResolution } from './outcome-resolution.tsx';
import { useResolution } from './use-resolution.ts';
import { FetchNotice, ResolvedNotice, WaitingNotice } from './waiting-notice.tsx';
import { jobDetailsTexts } from '../../../texts/job-details.ts';
import { jobWordsTexts } from '../../../texts/job-words.ts';

/** Ids that the provider may know the attempts of a job by. */
function Submissions({ detail: { submissions } }: { readonly detail: AdminJobDetail }) {
  const { t } = useTranslation(jobDetailsTexts);
  if (submissions.length === 0) return null;
  return (
    <section>
      <Title order={3} size="h6">
        {t('submissions')}
      </Title>
      <Text size="xs" c="dimmed" mb="xs">
        {t('submissions.help')}
      </Text>
      {submissions.map(({ correlation_id: id, recorded_at, has_handle }) => (
        <Group key={id} gap="xs" mb="xs">
          <Code>{id}</Code>
          <CopyButton text={id} size="compact-xs" />
          <ToneBadge tone={has_handle ? 'good' : 'quiet'}>
            {t(has_handle ? 'submissions.receipt' : 'submissions.no-receipt')}
          </ToneBadge>
          <Text size="xs" c="dimmed">
            <Trans
              t={t}
              i18nKey="submissions.recorded"
              components={{ at: <InstantText at={recorded_at} isFull /> }}
            />
          </Text>
        </Group>
      ))}
    </section>
  );
}

const everyMs = 2000;

/** Details of a job, polled while it can change. Polling stops for a deleted job. */
function jobDetailQuery(api: ApiClient, id: string) {
  return queryOptions({
    queryKey: ['jobs', 'detail', id],
    queryFn: async ({ signal }): Promise<AdminJobDetail> => {
      const path = '/api/v1/admin/jobs/{id}';
      return valueOf(await api.ask({ path, params: { id }, signal }));
    },
    refetchInterval: ({ state: { data, error } }) =>
      isMissing(error) || (data !== undefined && isOver(data.job.state)) ? false : everyMs,
  });
}

function isMissing(error: Error | null): boolean {
  if (!(error instanceof RequestFailed)) return false;
  const { failed } = error;
  return failed.kind === 'refused' && failed.status === 404;
}

export interface JobDrawerProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** Details and actions of one job. */
export function JobDrawer({ id, onClose }: JobDrawerProps) {
  const { t } = useTranslation(jobDetailsTexts);
  const { data, error, refetch } = useQuery(jobDetailQuery(useApi(), id));
  return (
    <SideDrawer title={id} onClose={onClose} size="xl">
      <Stack gap="lg">
        {error !== null && (
          <FailureNotice failed={failedOf(error)} onRetry={() => void refetch()} />
        )}
        {data === undefined && error === null && <Loader aria-label={t('loading')} />}
        {data !== undefined && <JobDetail detail={data} />}
      </Stack>
    </SideDrawer>
  );
}

function JobDetail({ detail }: { readonly detail: AdminJobDetail }) {
  const { t } = useTranslation(jobDetailsTexts);
  const { t: word } = useTranslation(jobWordsTexts);
  const { job } = detail;
  const resolution = useResolution(job.id);
  return (
    <>
      <Stack gap="xs">
        <Group gap="xs">
          <JobStateBadge state={job.state} />
          <CopyButton text={job.id} label={t('copy.id')} size="compact-xs" />
          <CopyButton text={location.href} label={t('copy.link')} size="compact-xs" />
        </Group>
        {job.prompt === '' ? (
          <Text c="dimmed">{t('erased')}</Text>
        ) : (
          <Text style={{ whiteSpace: 'pre-wrap' }}>{job.prompt}</Text>
        )}
        {job.error !== null && (
          <Text c="var(--mantine-color-error)">{word(`code.${job.error.code}`)}</Text>
        )}
      </Stack>
      <WaitingNotice detail={detail} />
      {isWaiting(job.state) && <CancelJob key={job.id} job={job} />}
      <FetchNotice job={job} />
      <ResolvedNotice resolution={resolution} />
      {job.state === 'outcome_unknown' && (
        <OutcomeResolution key={job.id} job={job} resolution={resolution} />
      )}
      {!isOver(job.state) && job.state !== 'outcome_unknown' && <CheckJob job={job} />}
      <JobVideo job={job} />
      <Timeline detail={detail} />
      <JobFacts job={job} />
      <Submissions detail={detail} />
      <JobLinks job={job} />
    </>
  );
}

/** True when no submission was made in this state. */
function isWaiting(state: JobState): boolean {
  return state === 'queued' || state === 'awaiting_configuration';
}

/** True for final states. */
function isOver(state: JobState): boolean {
  return state === 'completed' || state === 'failed';
}

interface Target {
  readonly text: 'logs' | 'account' | 'owner' | 'audit';
  readonly to: string;
  readonly search: { readonly [name: string]: string };
}

/** Links to other pages about a job. */
function JobLinks({ job }: { readonly job: AdminJob }) {
  const { t } = useTranslation(jobDetailsTexts);
  return (
    <nav aria-labelledby="job-links">
      <Title order={3} size="h6" mb="xs" id="job-links">
        {t('links')}
      </Title>
      <Group gap="md">
        {targetsOf(job).map(({ text, to, search }) => (
          <Anchor
            key={text}
            size="sm"
            renderRoot={(props) => <Link to={to} search={search} {...props} />}
          >
            {t(`links.${text}`)}
          </Anchor>
        ))}
      </Group>
    </nav>
  );
}

function targetsOf({ id, account_id, owner }: AdminJob): readonly Target[] {
  const user = /^user:(.+)$/.exec(owner)?.[1];
  return [
    { text: 'logs', to: '/console/request-logs', search: { job: id } },
    ...(account_id === null
      ? []
      : [{ text: 'account', to: '/console/accounts', search: { account: account_id } } as const]),
    ...(user === undefined
      ? []
      : [{ text: 'owner', to: '/console/api-users', search: { user } } as const]),
    { text: 'audit', to: '/console/audit-log', search: { target: id } },
  ];
}
