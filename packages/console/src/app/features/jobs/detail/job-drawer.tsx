import { Group, Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../api/api-provider.tsx';
import type { AdminJobDetail } from '../../../api/answers.ts';
import { CopyButton } from '../../../shell/copy-button.tsx';
import { failedOf, FailureNotice } from '../../../shell/failure-notice.tsx';
import { SideDrawer } from '../../../shell/side-drawer.tsx';
import { useTexts } from '../../../texts/use-texts.ts';
import { JobStateBadge } from '../job-state-badge.tsx';
import { jobWords } from '../job-words.ts';
import { Timeline } from '../timeline/timeline.tsx';
import { CheckJob } from './check-job.tsx';
import { detailTexts } from './detail-texts.ts';
import { FetchNotice } from './fetch-notice.tsx';
import { isOver } from './is-over.ts';
import { JobFacts } from './job-facts.tsx';
import { JobFilm } from './job-film.tsx';
import { JobLinks } from './job-links.tsx';
import { jobDetailQuery } from './job-detail-query.ts';
import { RuledNotice } from './ruled-notice.tsx';
import { Ruling } from './ruling.tsx';
import { useRuling } from './use-ruling.ts';
import { Submissions } from './submissions.tsx';
import { WaitingNotice } from './waiting-notice.tsx';

export interface JobDrawerProps {
  readonly id: string;
  readonly onClose: () => void;
}

/** Everything there is to know and to do about one job. */
export function JobDrawer({ id, onClose }: JobDrawerProps) {
  const { t } = useTexts(detailTexts);
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
  const { t } = useTexts(detailTexts);
  const { t: word } = useTexts(jobWords);
  const { job } = detail;
  const ruling = useRuling(job.id);
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
      <FetchNotice job={job} />
      <RuledNotice ruling={ruling} />
      {job.state === 'outcome_unknown' && <Ruling key={job.id} job={job} ruling={ruling} />}
      {!isOver(job.state) && job.state !== 'outcome_unknown' && <CheckJob job={job} />}
      <JobFilm job={job} />
      <Timeline detail={detail} />
      <JobFacts job={job} />
      <Submissions detail={detail} />
      <JobLinks job={job} />
    </>
  );
}
