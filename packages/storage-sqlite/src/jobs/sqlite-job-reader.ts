import type { DispatchRecord, HandleAtEndpoint, Job, JobReader, TrailStep } from '@filmgate/core';
import { claimDigests } from '../idempotency/key-digest.ts';
import { changedSince } from '../list/changed-since.ts';
import { listJobs } from '../list/list-jobs.ts';
import type { StoreAccess } from '../store/store-access.ts';
import type { StoreState } from '../store/store-state.ts';
import { findByDigest } from './accept-job.ts';
import { claimOf } from './record-response.ts';
import { unreadableJob } from './set-aside.ts';

/** Reads jobs: open and recently read jobs from memory, the others from SQLite. */
export function createJobReader(access: StoreAccess): JobReader {
  return {
    find: (id) => access.read((state) => findJob(state, id)),
    findByKey: (claim) => access.read((state) => findByDigest(state, claimDigests.ofKey(claim))),
    findByContent: ({ limit, ...claim }) =>
      access.read(({ keys }) => keys.ofContent(claimDigests.ofContent(claim), limit)),
    list: (query) => access.read((state) => listJobs(state, query)),
    changedSince: (query) => access.read((state) => changedSince(state, query)),
    trail: (id) => access.read((state) => trail(state, id)),
    dispatches: (id) => access.read((state) => dispatches(state, id)),
    jobOfHandle: (input) => access.read((state) => jobOfHandle(state, input)),
    depth: () => access.read(({ jobCounts }) => jobCounts.depth()),
    admissionFacts: (owner) =>
      access.read(({ owners, accounts, jobCounts, users }) => ({
        usage: owners.usage(owner),
        loads: accounts.loads(),
        waitingCredits: jobCounts.depth().waitingCredits,
        waiting: jobCounts.waiting,
        ownWaiting: owners.find(owner)?.waiting ?? 0,
        ownOpen: owners.find(owner)?.openJobs ?? 0,
        maxOpenJobs: users.ofOwner(owner)?.maxOpenJobs ?? null,
      })),
    unreadable: () => access.read(({ unreadable }) => unreadable.all()),
    nextDueAt: () => access.read(({ openJobs }) => openJobs.schedule.nextDueAt()),
  };
}

export function findJob({ openJobs, stored, unreadable }: StoreState, id: string): Job | undefined {
  const job = openJobs.find(id)?.current.job ?? stored.find(id)?.job;
  if (job === undefined && unreadable.has(id)) throw unreadableJob(id);
  return job;
}

function trail(state: StoreState, id: string): readonly TrailStep[] {
  const job = findJob(state, id);
  const position = state.openJobs.find(id)?.position ?? state.rows.position(id);
  const row = position === undefined ? undefined : state.stored.row(position);
  return job === undefined || row === undefined ? [] : state.trail.read(job, row);
}

function dispatches(state: StoreState, id: string): readonly DispatchRecord[] {
  const position = state.openJobs.find(id)?.position ?? state.rows.position(id);
  return position === undefined ? [] : state.dispatches.of(id, position);
}

function jobOfHandle(state: StoreState, input: HandleAtEndpoint): string | undefined {
  const position = state.dispatches.holderOf(claimOf(input));
  return position === undefined ? undefined : state.stored.row(position)?.id;
}
