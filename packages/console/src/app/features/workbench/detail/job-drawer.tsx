import { Anchor, Stack, Text } from '@mantine/core';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { AdminJobDetail, WorkbenchJob, WorkbenchRequest } from '../../../api/responses.ts';
import type { ApiClient } from '../../../api/api-client.ts';
import { useApi } from '../../../api/api-provider.tsx';
import { valueOf } from '../../../api/request-failed.ts';
import { failedOf, FailureNotice } from '../../../shell/failure-notice.tsx';
import { SideDrawer } from '../../../shell/side-drawer.tsx';
import { WaitingNotice } from '../../jobs/detail/waiting-notice.tsx';
import { FailureWords } from '../../jobs/failure-words.tsx';
import { Timeline } from '../../jobs/timeline/timeline.tsx';
import { StatusBadge } from '../jobs/status-badge.tsx';
import { UnknownOutcome } from '../jobs/unknown-outcome.tsx';
import { requestQuery } from '../request-query.ts';
import { CodeExamples } from './code-examples.tsx';
import { JobFacts } from './job-facts.tsx';
import { RequestImages } from './request-images.tsx';
import { workbenchTexts } from '../../../texts/workbench.ts';

/** Details of a job, reloaded whenever the job changes. */
export function detailQuery(api: ApiClient, id: string, updatedAt: string) {
  return queryOptions({
    queryKey: ['job', id, updatedAt],
    queryFn: async ({ signal }): Promise<AdminJobDetail> => {
      const path = '/api/v1/admin/jobs/{id}';
      return valueOf(await api.ask({ path, params: { id }, signal }));
    },
  });
}

export interface JobDrawerProps {
  readonly job: WorkbenchJob;
  readonly onClose: () => void;
  readonly onChecked: (job: WorkbenchJob) => void;
}

export function JobDrawer({ job, onClose, onChecked }: JobDrawerProps) {
  const { t } = useTranslation(workbenchTexts);
  const api = useApi();
  const { data, error, refetch } = useQuery({
    ...detailQuery(api, job.job_id, job.updated_at),
    placeholderData: keepPreviousData,
  });
  const asked = useQuery(requestQuery(api, job.job_id));
  const failure = error ?? asked.error;
  const retry = (): void => {
    void refetch();
    void asked.refetch();
  };
  return (
    <SideDrawer title={t('detail.title')} onClose={onClose}>
      <Stack>
        <div>
          <StatusBadge status={job.status} />
        </div>
        <Asked job={job} request={asked.data} />
        {job.status === 'outcome_unknown' && <UnknownOutcome job={job} onChecked={onChecked} />}
        {failure !== null && <FailureNotice failed={failedOf(failure)} onRetry={retry} />}
        {data !== undefined && <WaitingNotice detail={data} />}
        <JobFacts job={job} detail={data} />
        {asked.data !== undefined && <RequestImages images={asked.data.reference_images} />}
        {data !== undefined && <Timeline detail={data} />}
        {data !== undefined && (
          <Anchor size="sm" renderRoot={(props) => <Link {...toJob(job)} {...props} />}>
            {t('detail.console')}
          </Anchor>
        )}
        {asked.data !== undefined && <CodeExamples request={asked.data} id={job.job_id} />}
      </Stack>
    </SideDrawer>
  );
}

interface AskedProps extends Pick<JobDrawerProps, 'job'> {
  /** Absent while loading. */
  readonly request: WorkbenchRequest | undefined;
}

/** Prompts of the request, and the failure of the job. */
function Asked({ job, request }: AskedProps) {
  const { t } = useTranslation(workbenchTexts);
  const negative = request?.negative_prompt ?? null;
  return (
    <>
      <Text style={{ whiteSpace: 'pre-wrap' }}>{job.prompt}</Text>
      {negative !== null && (
        <Text size="sm" c="dimmed" style={{ whiteSpace: 'pre-wrap' }}>
          {t('detail.negative', { text: negative })}
        </Text>
      )}
      {job.status === 'failed' && (
        <Text c="var(--mantine-color-error)" component="div">
          <FailureWords message={job.message ?? ''} />
        </Text>
      )}
    </>
  );
}

/** Link to the job in the console, where an operator can resolve it. */
function toJob({ job_id: job }: WorkbenchJob) {
  return { to: '/console/jobs', search: { job } } as const;
}
