import { promptMatcher, searchedId } from '@filmgate/core';
import type {
  ChangedJobsOutcome,
  ChangedJobsQuery,
  DispatchRecord,
  Job,
  JobListOutcome,
  JobListQuery,
  JobReader,
  QueueDepth,
} from '@filmgate/core';
import { noJobs } from '../job/no-jobs.ts';
import { loadsOf } from './account-load.ts';
import { byNumbers, claimableAt } from './claims.ts';
import { frozenCopy } from './freeze.ts';
import { jobUnder, permitsOf, usageOf } from './admission.ts';
import type { MemoryJob, MemoryState, OpenState } from './memory-state.ts';
import { claimOf } from './dispatches.ts';

export function createMemoryJobReader(open: OpenState): JobReader {
  return {
    find: async (id) => open().jobs.get(id)?.job,
    findByKey: async (claim) => {
      const state = open();
      const entry = jobUnder(state, { ...claim, fingerprint: '' });
      if (entry === undefined || entry.claimedUnder === null) return undefined;
      return { job: entry.job, fingerprint: entry.claimedUnder.fingerprint };
    },
    findByContent: async (input) => findByContent(open(), input),
    list: async (query) => list(open(), query),
    changedSince: async (query) => changedSince(open(), query),
    trail: async (id) => frozenCopy(open().jobs.get(id)?.trail ?? []),
    dispatches: async (id) => dispatches(open(), id),
    jobOfHandle: async (input) => open().handles.get(claimOf(input)),
    depth: async () => depth(open()),
    admissionFacts: async (owner) => {
      const state = open();
      const { waitingCredits } = depth(state);
      const usage = usageOf(state, owner);
      return { usage, loads: loadsOf(state), waitingCredits, ...permitsOf(state, owner) };
    },
    // Nothing is stored as text here, so nothing can be damaged.
    unreadable: async () => {
      open();
      return [];
    },
    nextDueAt: async () => {
      const instants = [...open().jobs.values()].map(claimableAt).filter((at) => at !== null);
      return instants.toSorted((one, other) => one - other)[0] ?? null;
    },
  };
}

function findByContent(
  { jobs }: MemoryState,
  { scope, fingerprint, limit }: Parameters<JobReader['findByContent']>[0],
): readonly string[] {
  return [...jobs.values()]
    .filter(({ claimedUnder }) => {
      const { key } = claimedUnder ?? {};
      return (
        key === null && claimedUnder?.scope === scope && claimedUnder.fingerprint === fingerprint
      );
    })
    .toSorted(byNumbers(({ sequence }) => [-sequence]))
    .slice(0, limit)
    .map(({ job }) => job.id);
}

function dispatches({ jobs }: MemoryState, jobId: string): readonly DispatchRecord[] {
  return (jobs.get(jobId)?.dispatches ?? []).map(
    ({ correlationId, recordedAt, sendDeadlineAt, handle, accountId, refusal }) => ({
      jobId,
      correlationId,
      recordedAt,
      sendDeadlineAt,
      handle,
      accountId,
      refusal,
    }),
  );
}

function list(state: MemoryState, query: JobListQuery): JobListOutcome {
  const mine = [...state.jobs.values()]
    .filter(({ job }) => belongs(job, query))
    .toSorted(inOrder(query));
  const cursor = query.after === null ? -1 : mine.findIndex(({ job }) => job.id === query.after);
  if (query.after !== null && cursor === -1) return { kind: 'cursor-unknown' };
  const found = mine.slice(cursor + 1).filter(({ job }) => matches(job, query));
  const jobs = found.slice(0, query.limit).map(({ job }) => job);
  return { kind: 'page', jobs, hasMore: found.length > query.limit };
}

function changedSince(state: MemoryState, query: ChangedJobsQuery): ChangedJobsOutcome {
  const changed = [...state.jobs.values()]
    .filter(({ job }) => belongs(job, query) && job.updatedAt >= query.at)
    .toSorted(byNumbers(({ job, sequence }) => [job.updatedAt, sequence]));
  if (changed.length > query.limit) return { kind: 'too-many' };
  return { kind: 'changed', jobs: changed.map(({ job }) => job) };
}

function belongs(job: Job, { owner, surface }: Pick<JobListQuery, 'owner' | 'surface'>): boolean {
  return (owner === null || job.owner === owner) && (surface === null || job.surface === surface);
}

function inOrder({ order }: JobListQuery): (one: MemoryJob, other: MemoryJob) => number {
  const sign = order === 'oldest-first' ? 1 : -1;
  return byNumbers(({ job, sequence }) => [sign * job.createdAt, sign * sequence]);
}

function matches(job: Job, query: JobListQuery): boolean {
  if (query.states !== null && !query.states.includes(job.state)) return false;
  if (query.models?.includes(job.request.model) === false) return false;
  if (query.accountId !== null && job.accountId !== query.accountId) return false;
  if (query.createdFrom !== null && job.createdAt < query.createdFrom) return false;
  if (query.createdUntil !== null && job.createdAt >= query.createdUntil) return false;
  if (query.search === null || job.id === searchedId(query.search)) return true;
  return promptMatcher(query.search)(job.request.prompt);
}

function depth(state: MemoryState): QueueDepth {
  const jobs = [...state.jobs.values()].map(({ job }) => job);
  const queued = jobs.filter((job) => job.state === 'queued');
  const byState = { ...noJobs };
  for (const { state: name } of jobs) byState[name] += 1;
  return {
    waiting: byState.queued + byState.awaiting_configuration,
    waitingCredits: sumByFamily(queued, (job) => job.price),
    queuedByFamily: sumByFamily(queued, () => 1),
    byState,
  };
}

function sumByFamily(
  jobs: readonly Job[],
  amount: (job: Job) => number,
): { readonly [family: string]: number } {
  const sums = new Map<string, number>();
  for (const job of jobs)
    sums.set(job.request.family, (sums.get(job.request.family) ?? 0) + amount(job));
  return Object.fromEntries(sums);
}
