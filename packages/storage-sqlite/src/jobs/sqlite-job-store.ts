import { isFinal, type Job, type JobStore } from '@filmgate/core';
import type { AgedJob } from '../finished/finished-lists.ts';
import type { StoreAccess } from '../store/store-access.ts';
import type { StoreState } from '../store/store-state.ts';
import type { Batch } from '../write/batch.ts';
import { acceptJob } from './accept-job.ts';
import { amendJob } from './amend-job.ts';
import { commitJob, recordDispatch } from './commit-job.ts';
import { claimDue, releaseClaim, renewLeases } from './leases.ts';
import { recordReceipt, recordRefusal } from './record-response.ts';

/** Removes jobs that ended long ago, oldest first; see `JobStore.removeFinished`. */
export function removeFinished(
  state: StoreState,
  input: { readonly finishedBefore: number; readonly limit: number },
  batch: Batch,
): readonly Job[] {
  const { finishedBefore, limit } = input;
  // Unreadable jobs stay, and must not hold up the others.
  const looked = limit + state.unreadable.count;
  const listed = state.lists.finishedBefore(finishedBefore, looked);
  const unlisted = state.unlisted.finishedBefore(finishedBefore);
  const removed: Job[] = [];
  for (const { position } of [...listed, ...unlisted].toSorted(longestFinishedFirst)) {
    if (removed.length >= limit) break;
    removed.push(...remove(state, position, batch));
  }
  return removed;
}

function longestFinishedFirst(one: AgedJob, other: AgedJob): number {
  const byAge = one.finishedAt - other.finishedAt;
  return byAge === 0 ? one.position - other.position : byAge;
}

function remove(state: StoreState, position: number, batch: Batch): readonly Job[] {
  const { keys, lists, surfaces, unlisted, trail, rows, jobCounts, cache, stored } = state;
  const row = stored.row(position);
  const job = stored.readHeader(position);
  if (row === undefined || job === undefined || !isFinal(job.state)) return [];
  const partition = surfaces.partitionOf(job.surface, job.state);
  if (unlisted.at(position) === undefined) {
    lists.unlist({ position, owner: row.owner, partition, finishedAt: job.updatedAt });
  }
  unlisted.remove(position, batch);
  if (row.key_digest !== null) keys.giveBack(batch, row.key_digest);
  trail.remove(row.last_entry);
  rows.remove(position);
  jobCounts.adjust(job, -1);
  batch.undo(() => jobCounts.adjust(job, 1));
  cache.remove({ position, job });
  return [job];
}

/** The life of jobs in SQLite: claims and leases are decided in memory, everything else in a transaction. */
export function createJobStore(access: StoreAccess, events: { announceWork(): void }): JobStore {
  return {
    acceptJob: (input) =>
      access.write((state, batch) => acceptJob(withClock(state, input), input, batch)),
    claimDue: (input) => access.read((state) => claimDue(withClock(state, input), input)),
    commit: (input) =>
      access.writeAudited(
        input,
        (state, batch) => commitJob(withClock(state, input), input, batch),
        ({ kind }) => kind === 'committed',
      ),
    recordDispatch: (input) =>
      access.write((state, batch) => recordDispatch(withClock(state, input), input, batch)),
    recordReceipt: (input) =>
      access.writeAudited(
        input.byHand ?? {},
        (state, batch) => recordReceipt(withClock(state, input), input, batch),
        (outcome) => 'decided' in outcome && outcome.decided?.kind === 'committed',
      ),
    recordRefusal: (input) => access.write((state) => recordRefusal(state, input)),
    renewLeases: (input) => access.read((state) => renewLeases(withClock(state, input), input)),
    releaseClaim: (input) =>
      access.read((state) => {
        if (releaseClaim(withClock(state, input), input)) events.announceWork();
      }),
    amend: (input) =>
      access.writeAudited(
        input,
        (state, batch) => amendJob(state, input, batch),
        ({ kind }) => kind === 'amended',
      ),
    removeFinished: (input) => access.write((state, batch) => removeFinished(state, input, batch)),
  };
}

/** Returns the state, with its schedule set to the caller's clock. */
function withClock(state: StoreState, { now }: { readonly now: number }): StoreState {
  state.openJobs.schedule.follow(now);
  return state;
}
