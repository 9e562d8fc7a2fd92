import type { ChangedJobsOutcome, ChangedJobsQuery, Job } from '@filmgate/core';
import type { FinishedSince } from '../finished/finished-lists.ts';
import type { StoreState } from '../store/store-state.ts';
import { nextTurn } from '../write/timing.ts';
import { isOwnedBy } from './job-matcher.ts';

/** Finished jobs of all owners read in one turn: a few ms. */
const perTurn = 1000;

/** Maximum number of turns, for a caller who was away while others were busy. */
const mostTurns = 64;

type Changed = Map<number, Job>;

/**
 * Jobs that changed since an instant; see `JobReader.changedSince`. An ended job does not change any more, so the order
 * of finishing finds it. Memory is read first and at once: a job that ends meanwhile was seen there.
 */
export async function changedSince(
  state: StoreState,
  query: ChangedJobsQuery,
): Promise<ChangedJobsOutcome> {
  const changed = changedInMemory(state, query);
  if (changed.size > query.limit || !(await addListed(state, query, changed)))
    return { kind: 'too-many' };
  return {
    kind: 'changed',
    jobs: [...changed].toSorted(longestUnchangedFirst).map(([, job]) => job),
  };
}

function changedInMemory(state: StoreState, query: ChangedJobsQuery): Changed {
  const { openJobs, owners, unlisted, stored } = state;
  const changed: Changed = new Map();
  const take = (position: number, job: Job | undefined): void => {
    if (job !== undefined && job.updatedAt >= query.at && isOwnedBy(job, query))
      changed.set(position, job);
  };
  const positions = query.owner === null ? openJobs.positions : owners.find(query.owner)?.open;
  positions?.walk({
    from: 0,
    ascending: true,
    most: Number.MAX_SAFE_INTEGER,
    visit: (position) => {
      take(position, openJobs.at(position)?.current.job);
      return 'go-on';
    },
  });
  const owner = query.owner === null ? undefined : owners.find(query.owner)?.number;
  for (const { position, owner: ofOwner } of unlisted.finishedSince(query.at))
    if (query.owner === null || ofOwner === owner) take(position, stored.at(position)?.job);
  return changed;
}

/** Returns false when there are too many. */
async function addListed(
  state: StoreState,
  query: ChangedJobsQuery,
  changed: Changed,
): Promise<boolean> {
  const owner = query.owner === null ? null : (state.owners.find(query.owner)?.number ?? -1);
  let from: FinishedSince = { finishedAt: query.at, after: -1 };
  for (let turn = 0; turn < mostTurns; turn += 1) {
    const finished = state.lists.finishedSince(from, perTurn);
    for (const { position, owner: ofOwner, origin } of finished) {
      if (owner !== null && ofOwner !== owner) continue;
      if (query.surface !== null && origin !== query.surface) continue;
      const positioned = changed.has(position) ? undefined : state.stored.at(position);
      if (positioned !== undefined) changed.set(position, positioned.job);
      if (changed.size > query.limit) return false;
    }
    const last = finished.at(-1);
    if (last === undefined || finished.length < perTurn) return true;
    from = { finishedAt: last.finishedAt, after: last.position };
    await nextTurn(state.timing);
  }
  return false;
}

type Entry = readonly [position: number, job: Job];

function longestUnchangedFirst([position, job]: Entry, [otherPosition, other]: Entry): number {
  const byAge = job.updatedAt - other.updatedAt;
  return byAge === 0 ? position - otherPosition : byAge;
}
