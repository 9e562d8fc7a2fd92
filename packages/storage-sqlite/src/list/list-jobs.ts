import type { Job, JobListOutcome, JobListQuery } from '@filmgate/core';
import type { PositionedJob } from '../finished/job-cache.ts';
import type { StoreState } from '../store/store-state.ts';
import { nextTurn } from '../write/timing.ts';
import { chooseSources } from './choose-sources.ts';
import { isOwnedBy } from './job-matcher.ts';
import type { JobSource } from './job-sources.ts';

/** One page of jobs; see `JobReader.list`. Long searches yield to other work. */
export async function listJobs(state: StoreState, query: JobListQuery): Promise<JobListOutcome> {
  const ascending = query.order === 'oldest-first';
  const from = query.after === null ? beforeFirst(ascending) : cursorPosition(state, query);
  if (from === undefined) return { kind: 'cursor-unknown' };
  const jobs = await collect(state, chooseSources(state, query), {
    from,
    ascending,
    most: query.limit + 1,
  });
  return { kind: 'page', jobs: jobs.slice(0, query.limit), hasMore: jobs.length > query.limit };
}

interface Course {
  readonly from: number;
  readonly ascending: boolean;
  readonly most: number;
}

async function collect(
  { database, timing }: StoreState,
  sources: readonly JobSource[],
  course: Course,
): Promise<readonly Job[]> {
  const jobs: Job[] = [];
  let from = course.from;
  for (;;) {
    const { found, reached } = database.readTogether(() =>
      lookAtAll(sources, from, course.ascending),
    );
    jobs.push(...found.map(({ job }) => job));
    if (jobs.length >= course.most || reached === null) return jobs.slice(0, course.most);
    from = reached;
    await nextTurn(timing);
  }
}

/** Reads every source from one position, and keeps the matches within the part that all sources have covered. */
function lookAtAll(
  sources: readonly JobSource[],
  from: number,
  ascending: boolean,
): { readonly found: readonly PositionedJob[]; readonly reached: number | null } {
  const looks = sources.map((source) => source.look(from));
  const ends = looks.flatMap(({ reached }) => (reached === null ? [] : [reached]));
  const reached = ends.length === 0 ? null : Math[ascending ? 'min' : 'max'](...ends);
  const inOrder = (one: PositionedJob, other: PositionedJob) =>
    ascending ? one.position - other.position : other.position - one.position;
  const isCovered = ({ position }: PositionedJob) =>
    reached === null || (ascending ? position <= reached : position >= reached);
  const found = looks
    .flatMap((look) => look.found)
    .filter(isCovered)
    .toSorted(inOrder);
  // A job may be found by its id and by its prompt.
  const isFirst = ({ position }: PositionedJob, at: number) => found[at - 1]?.position !== position;
  return { found: found.filter(isFirst), reached };
}

function beforeFirst(ascending: boolean): number {
  return ascending ? 0 : Number.MAX_SAFE_INTEGER;
}

/** Position of the job a page starts after; undefined when this owner and surface have no such job (I11). */
function cursorPosition(state: StoreState, query: JobListQuery): number | undefined {
  const { after } = query;
  if (after === null) return undefined;
  const open = state.openJobs.find(after);
  const positioned =
    open === undefined
      ? state.stored.find(after)
      : { position: open.position, job: open.current.job };
  return positioned !== undefined && isOwnedBy(positioned.job, query)
    ? positioned.position
    : undefined;
}
