import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WorkbenchJob, WorkbenchModels } from '../../api/responses.ts';
import { useApi } from '../../api/api-provider.tsx';
import { failedOf, FailureNotice } from '../../shell/failure-notice.tsx';
import { LazyPart, usePrefetchPart } from '../../shell/lazy-part.tsx';
import { PageHeading } from '../../shell/page-heading.tsx';
import { type BadgeTone, ToneBadge } from '../../shell/tone-badge.tsx';
import { useOpened } from '../../shell/use-opened.ts';
import { modelsQuery } from '../models/models-query.ts';
import { CreationForm, type CreationFormProps } from './form/creation-form.tsx';
import type { CreationRequest } from './form/draft.ts';
import { familiesOf } from './form/model-choice.ts';
import { useDraft } from './form/use-draft.ts';
import { useSettings } from './form/use-settings.ts';
import type { FeedConnection, FeedState, JobFeed } from './jobs/job-feed.ts';
import { JobList } from './jobs/job-list.tsx';
import { SimilarNotice } from './similar/similar-notice.tsx';
import { type Similar, useSimilar } from './similar/use-similar.ts';
import type { Outbox } from './submission/outbox.ts';
import { JoinedNotice } from './submission/joined-notice.tsx';
import { SubmissionList } from './submission/submission-list.tsx';
import { useWorkbench } from './use-workbench.ts';
import styles from './workbench-page.module.css';
import { workbenchTexts } from '../../texts/workbench.ts';

const tones: { readonly [C in FeedConnection]: BadgeTone } = {
  connecting: 'quiet',
  live: 'good',
  polling: 'quiet',
  offline: 'bad',
  ended: 'bad',
};

/** Shows whether the job list is live. */
export function ConnectionBadge({ connection }: { readonly connection: FeedConnection }) {
  const { t } = useTranslation(workbenchTexts);
  return (
    <span role="status">
      <ToneBadge tone={tones[connection]}>{t(`live.${connection}`)}</ToneBadge>
    </span>
  );
}

/** Creates, lists and plays videos. */
export function WorkbenchPage() {
  const { t } = useTranslation(workbenchTexts);
  const { data, error, refetch } = useQuery(modelsQuery(useApi()));
  return (
    <>
      {data === undefined && <PageHeading title={t('title')} />}
      {error !== null && <FailureNotice failed={failedOf(error)} onRetry={() => void refetch()} />}
      {data !== undefined && <Bench catalog={data} />}
    </>
  );
}

function Bench({ catalog }: { readonly catalog: WorkbenchModels }) {
  const { t } = useTranslation(workbenchTexts);
  const [draft, changeDraft] = useDraft();
  const { feed, outbox, state, submissions } = useWorkbench();
  const prefetch = usePrefetchDetails();
  const similar = useSimilar(changeDraft);
  const actions = useActions(feed, similar);
  const { submit, submitAnother, sent, jobs } = useSubmit(outbox, similar.dismiss);
  return (
    <>
      <PageHeading title={t('title')}>
        <ConnectionBadge connection={state.connection} />
      </PageHeading>
      <div className={styles['bench']}>
        <div className={styles['form']}>
          <Creation {...{ catalog, draft, similar }} onChange={changeDraft} onSubmit={submit} />
        </div>
        <section
          ref={jobs}
          aria-label={t('jobs')}
          className={styles['jobs']}
          onPointerEnter={prefetch}
          onFocus={prefetch}
        >
          <JoinedNotice onAnother={submitAnother} />
          <SubmissionList submissions={submissions} outbox={outbox} />
          <JobList feed={feed} state={state} families={familiesOf(catalog.models)} {...actions} />
        </section>
      </div>
      <VisuallyHidden role="status">{sent}</VisuallyHidden>
      <OpenedJob feed={feed} state={state} onChecked={actions.onChecked} />
    </>
  );
}

/** Actions on a video. */
function useActions(feed: Pick<JobFeed, 'put'>, similar: Pick<Similar, 'begin'>) {
  const { open } = useOpened('job');
  return {
    onChecked: (job: WorkbenchJob) => feed.put([job]),
    onDetails: ({ job_id }: WorkbenchJob) => open(job_id),
    onSimilar: (job: WorkbenchJob) => {
      similar.begin(job);
      showForm();
    },
  };
}

/** Sends a request and shows the result: a new job, or the earlier one that a repeated press was joined to. */
function useSubmit(outbox: Pick<Outbox, 'submit'>, onSubmitted: () => void) {
  const { t } = useTranslation(workbenchTexts);
  const [sent, setSent] = useState({ count: 0, prompt: '' });
  const [joined, setJoined] = useState<CreationRequest | null>(null);
  const jobs = useRef<HTMLElement>(null);
  const send = (request: CreationRequest, isAnother: boolean): void => {
    const outcome = outbox.submit(request, { isAnother });
    onSubmitted();
    setJoined(outcome === 'joined' ? request : null);
    if (outcome === 'sent')
      setSent(({ count }) => ({ count: count + 1, prompt: request.prompt.slice(0, 80) }));
    showJobs(jobs.current);
  };
  return {
    submit: (request: CreationRequest) => send(request, false),
    submitAnother: joined === null ? null : () => send(joined, true),
    jobs,
    sent: sent.count > 0 && joined === null && t('sent', sent),
  };
}

function showForm(): void {
  window.scrollTo({ top: 0 });
  document.querySelector<HTMLTextAreaElement>('form textarea')?.focus({ preventScroll: true });
}

/** On a phone the job list is far below the button. No scrolling where the list is visible. */
function showJobs(jobs: HTMLElement | null): void {
  if (jobs !== null && jobs.getBoundingClientRect().top > window.innerHeight / 2)
    jobs.scrollIntoView();
}

interface CreationProps extends Omit<CreationFormProps, 'settings' | 'isReading' | 'children'> {
  readonly similar: Similar;
}

/** Nothing for a catalog without video models. */
function Creation({ similar, ...form }: CreationProps) {
  const settings = useSettings(form.catalog);
  if (settings === null) return null;
  return (
    <CreationForm {...form} settings={settings} isReading={similar.state.kind === 'reading'}>
      <SimilarNotice similar={similar} />
    </CreationForm>
  );
}

export interface OpenedJobProps {
  readonly feed: JobFeed;
  readonly state: FeedState;
  readonly onChecked: (job: WorkbenchJob) => void;
}

const part = 'job-drawer';
const load = async () => (await import('./detail/job-drawer.tsx')).JobDrawer;

/** Preloads the code of the details. */
export function usePrefetchDetails(): () => void {
  return usePrefetchPart(part, load);
}

/** Details of the job in the address. */
export function OpenedJob({ feed, state, onChecked }: OpenedJobProps) {
  const { id, close } = useOpened('job');
  const job = useNamedJob(id, { feed, state });
  if (job === undefined) return null;
  return <LazyPart name={part} load={load} props={{ job, onChecked, onClose: close }} />;
}

/** Loads older pages until the job in the address is found. */
function useNamedJob(
  id: string | undefined,
  { feed, state }: Pick<OpenedJobProps, 'feed' | 'state'>,
): WorkbenchJob | undefined {
  const opened = state.collection.byId.get(id ?? '');
  const { isLoaded, isLoadingMore, hasMore, failed } = state;
  const isToRead =
    id !== undefined && opened === undefined && isLoaded && hasMore && failed === null;
  useEffect(() => {
    if (isToRead && !isLoadingMore) void feed.loadMore();
  }, [isToRead, isLoadingMore, feed]);
  return opened;
}
