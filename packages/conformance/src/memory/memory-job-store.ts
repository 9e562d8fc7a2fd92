import {
  type AcceptJobInput,
  type AcceptJobOutcome,
  isFinal,
  type Job,
  type JobStore,
  StorageUnavailable,
} from '@filmgate/core';
import { announceJob, announceWork } from './announce.ts';
import { claimDue } from './claim-due.ts';
import { frozenCopy } from './freeze.ts';
import { keyOf } from './idempotency-key.ts';
import type { MemoryJob, MemoryState } from './memory-state.ts';
import type { OpenState } from './open-state.ts';
import { usageOf } from './quota-usage.ts';
import { removeFinished } from './remove-finished.ts';
import { checkChange, entryToChange, saveChange, slotsGranted } from './save-change.ts';

/** Every method is one synchronous step, so nothing comes between. */
export function createMemoryJobStore(open: OpenState): JobStore {
  return {
    acceptJob: async (input) => accept(open(), input),
    claimDue: async (input) => claimDue(open(), input),
    commit: async (input) => {
      const state = open();
      const entry = entryToChange(state, input);
      if (entry === undefined) return { kind: 'stale' };
      checkChange(entry, input);
      if (!slotsGranted(state, input.effects)) return { kind: 'slot-taken' };
      return { kind: 'committed', job: saveChange(state, entry, input) };
    },
    markDispatch: async (input) => {
      const state = open();
      const { correlationId, requestDigest, sendDeadlineAt, now } = input;
      const { refusals } = input.next;
      const marked =
        state.jobs
          .get(input.from.id)
          ?.dispatches.some((dispatch) => dispatch.refusals === refusals) ?? false;
      if (marked || state.correlationIds.has(correlationId)) return { kind: 'already-marked' };
      const entry = entryToChange(state, input);
      if (entry === undefined) return { kind: 'stale' };
      checkChange(entry, input);
      state.correlationIds.add(correlationId);
      entry.dispatches.push({
        correlationId,
        refusals,
        requestDigest,
        markedAt: now,
        sendDeadlineAt,
        handle: null,
      });
      return { kind: 'marked', job: saveChange(state, entry, input) };
    },
    recordReceipt: async ({ jobId, correlationId, handle }) => {
      const dispatches = open().jobs.get(jobId)?.dispatches ?? [];
      const index = dispatches.findIndex((dispatch) => dispatch.correlationId === correlationId);
      const dispatch = dispatches[index];
      if (dispatch === undefined) return { kind: 'contradicted' };
      if (dispatch.handle !== null)
        return { kind: dispatch.handle === handle ? 'repeated' : 'contradicted' };
      dispatches[index] = { ...dispatch, handle };
      return { kind: 'recorded' };
    },
    renewLeases: async ({ claims, leaseUntil }) => {
      const state = open();
      const lost: string[] = [];
      for (const { job, epoch } of claims) {
        const entry = state.jobs.get(job.id);
        if (entry === undefined || entry.lease === null || entry.epoch !== epoch) lost.push(job.id);
        else entry.lease = { ...entry.lease, until: Math.max(entry.lease.until, leaseUntil) };
      }
      return { lost };
    },
    releaseClaim: async ({ claim, dueAt }) => {
      const state = open();
      const entry = state.jobs.get(claim.job.id);
      if (entry === undefined || entry.lease === null || entry.epoch !== claim.epoch) return;
      entry.lease = null;
      entry.job = frozenCopy({ ...entry.job, dueAt });
      announceWork(state);
    },
    removeFinished: async (input) => removeFinished(open(), input),
  };
}

function accept(
  state: MemoryState,
  { job, idempotency, queueLimit, now }: AcceptJobInput,
): AcceptJobOutcome {
  if (
    job.quota !== 'reserved' ||
    isFinal(job.state) ||
    !Number.isSafeInteger(job.cost) ||
    job.cost < 0
  ) {
    throw new StorageUnavailable(`Job ${job.id} is not a new job.`, { applied: 'no' });
  }
  const first = idempotency === null ? undefined : jobUnder(state, keyOf(idempotency));
  if (first !== undefined) {
    const equal = first.claimedUnder?.fingerprint === idempotency?.fingerprint;
    return equal ? { kind: 'replayed', job: first.job } : { kind: 'key-conflict' };
  }
  if (state.jobs.has(job.id)) return { kind: 'id-taken' };
  if (waitingJobs(state) >= queueLimit) return { kind: 'queue-full' };
  const usage = usageOf(state, job.owner);
  if (usage.limit !== null && usage.used + usage.reserved + usage.held + job.cost > usage.limit) {
    return { kind: 'quota-exhausted', usage };
  }
  const saved = frozenCopy(job);
  state.sequence += 1;
  state.jobs.set(job.id, {
    job: saved,
    sequence: state.sequence,
    claimedUnder: idempotency,
    epoch: 0,
    lease: null,
    trail: [
      {
        at: now,
        what: 'accepted',
        detail: { owner: job.owner, origin: job.origin, model: job.request.model },
      },
      { at: now, what: 'money', detail: { ledger: 'quota', move: 'reserve', amount: job.cost } },
    ],
    dispatches: [],
  });
  if (idempotency !== null) state.keys.set(keyOf(idempotency), job.id);
  announceJob(state, saved);
  if (saved.dueAt !== null) announceWork(state);
  return { kind: 'accepted', job: saved };
}

function jobUnder(state: MemoryState, key: string): MemoryJob | undefined {
  const id = state.keys.get(key);
  return id === undefined ? undefined : state.jobs.get(id);
}

function waitingJobs(state: MemoryState): number {
  const isWaiting = ({ job }: { readonly job: Job }) =>
    job.state === 'queued' || job.state === 'awaiting_configuration';
  return [...state.jobs.values()].filter(isWaiting).length;
}
