import { useEffect } from 'react';
import type { WorkbenchJob } from '../../../api/answers.ts';
import { LazyPart, usePrefetchPart } from '../../../shell/lazy-part.tsx';
import { useOpened } from '../../../shell/use-opened.ts';
import type { FeedState, JobFeed } from '../jobs/job-feed.ts';

export interface OpenedJobProps {
  readonly feed: JobFeed;
  readonly state: FeedState;
  readonly onChecked: (job: WorkbenchJob) => void;
}

const part = 'job-drawer';
const load = async () => (await import('./job-drawer.tsx')).JobDrawer;

/** Fetches the code of the details beforehand. */
export function usePrefetchDetails(): () => void {
  return usePrefetchPart(part, load);
}

/** The details of the job the address names. */
export function OpenedJob({ feed, state, onChecked }: OpenedJobProps) {
  const { id, close } = useOpened('job');
  const job = useNamedJob(id, { feed, state });
  if (job === undefined) return null;
  return <LazyPart name={part} load={load} props={{ job, onChecked, onClose: close }} />;
}

/** Where the address names an older job, pages are read until it is found. */
function useNamedJob(
  id: string | undefined,
  { feed, state }: Pick<OpenedJobProps, 'feed' | 'state'>,
): WorkbenchJob | undefined {
  const opened = state.shelf.byId.get(id ?? '');
  const { isLoaded, isLoadingMore, hasMore, failed } = state;
  const isToRead =
    id !== undefined && opened === undefined && isLoaded && hasMore && failed === null;
  useEffect(() => {
    if (isToRead && !isLoadingMore) void feed.loadMore();
  }, [isToRead, isLoadingMore, feed]);
  return opened;
}
