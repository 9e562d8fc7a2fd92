import {
  type CommitInput,
  type CommitOutcome,
  contradictionIn,
  dueAfter,
  endsLease,
  freezeNext,
  isDrained,
  isFinal,
  type Job,
  checkGrants,
  type RecordDispatchInput,
  type RecordDispatchOutcome,
  trailStep,
} from '@filmgate/core';
import { contradiction } from '../faults/storage-fault.ts';
import type { OpenJob } from '../memory/open-job.ts';
import type { StoreState } from '../store/store-state.ts';
import type { Batch } from '../write/batch.ts';

/** The stored job, if it is still the one the decision was based on and the claim, if any, is valid (I9). */
function openJobToChange(state: StoreState, { claim, from }: CommitInput): OpenJob | undefined {
  const open = state.openJobs.find(from.id);
  if (open?.current.job.version !== from.version) return undefined;
  if (claim === null) return open;
  const inForce =
    claim.job.id === from.id && open.current.lease !== null && open.epoch === claim.epoch;
  return inForce ? open : undefined;
}

/** Throws when the change does not fit the stored job. */
function checkChange({ current }: OpenJob, { next, effects }: CommitInput): void {
  const { job } = current;
  const contradicted = contradictionIn(job, next, effects);
  if (contradicted !== null) throw contradiction(`job ${job.id}`, contradicted);
}

/** Reason why a slot or a reservation that the effects ask for is not available; undefined when all are. */
function grantRefusal(
  { accounts }: StoreState,
  { effects, now }: CommitInput,
): { readonly kind: 'slot-taken' | 'credits-reserved' } | undefined {
  const verdict = checkGrants(effects, { loadOf: (id) => accounts.find(id), now });
  return verdict === 'granted' ? undefined : { kind: verdict };
}

/** Saves the next job with its effects. All checks are done before. */
function saveChange(change: {
  readonly state: StoreState;
  readonly open: OpenJob;
  readonly input: CommitInput;
  readonly batch: Batch;
}): Job {
  const { state, open, input, batch } = change;
  const { accounts, openJobs, rows, trail } = state;
  const { position, current } = open;
  const former = current.job;
  const next = freezeNext(former, input.next);
  const { effects, now } = input;
  const end = { position, lastEntry: current.lastEntry };
  const lastEntry = trail.append(end, trailStep(former, effects, now));
  rows.update({ position, former, next, lastEntry });
  const lease = endsLease(input) ? null : current.lease;
  const dueAt = dueAfter(input, { seen: open.poolSeen, changes: accounts.changes });
  openJobs.change(open, { job: next, lastEntry, lease, dueAt }, batch);
  for (const effect of effects) accounts.apply(batch, effect, { job: former, now });
  if (isFinal(next.state)) listLater(state, { open, next, batch });
  letDrainedAccountGo(state, former.accountId, batch);
  batch.changed(next);
  const freed = former.holdsSlot && !next.holdsSlot;
  if (freed || (lease === null && open.current.dueAt !== null)) batch.workFound();
  return next;
}

function listLater(
  { cache, surfaces, unlisted }: StoreState,
  ended: { readonly open: OpenJob; readonly next: Job; readonly batch: Batch },
): void {
  const { open, next, batch } = ended;
  if (!isFinal(next.state)) return;
  const { position, owner } = open;
  const partition = surfaces.partitionOf(next.surface, next.state);
  unlisted.add({ position, owner: owner.number, partition, finishedAt: next.updatedAt }, batch);
  cache.put({ position, job: next });
  batch.undo(() => cache.remove({ position, job: next }));
}

function letDrainedAccountGo(state: StoreState, accountId: string | null, batch: Batch): void {
  if (accountId === null) return;
  const { accounts } = state;
  if (isDrained(accounts.account(accountId), accounts.use(accountId).jobs))
    accounts.remove(batch, accountId);
}

/** Saves a decision; see `JobStore.commit`. */
export function commitJob(state: StoreState, input: CommitInput, batch: Batch): CommitOutcome {
  const open = openJobToChange(state, input);
  if (open === undefined) return staleOrEnded(state, input);
  checkChange(open, input);
  const refused = grantRefusal(state, input);
  return refused ?? { kind: 'committed', job: saveChange({ state, open, input, batch }) };
}

/** A decision about a job that has ended is stale, unless it was based on the ended job (I8). */
function staleOrEnded(
  { openJobs, stored }: StoreState,
  { claim, from }: CommitInput,
): CommitOutcome {
  const ended = openJobs.find(from.id) === undefined ? stored.find(from.id)?.job : undefined;
  if (claim !== null || ended?.version !== from.version) return { kind: 'stale' };
  throw contradiction(`job ${from.id}`, `it has ended as ${ended.state}`);
}

/** Saves the write-once dispatch record; see `JobStore.recordDispatch`. */
export function recordDispatch(
  state: StoreState,
  input: RecordDispatchInput,
  batch: Batch,
): RecordDispatchOutcome {
  const { dispatches } = state;
  const { correlationId, requestDigest, sendDeadlineAt, from, now } = input;
  const { refusals } = input.next;
  const position = state.openJobs.find(from.id)?.position ?? state.rows.position(from.id);
  const isRecorded = position !== undefined && dispatches.isTryRecorded({ position, refusals });
  if (isRecorded || dispatches.isCorrelationUsed(correlationId))
    return { kind: 'already-recorded' };
  const open = openJobToChange(state, input);
  if (open === undefined) return { kind: 'stale' };
  checkChange(open, input);
  const refused = grantRefusal(state, input);
  if (refused !== undefined) return refused;
  dispatches.add({
    job: open.position,
    refusals,
    correlation_id: correlationId,
    request_digest: requestDigest,
    recorded_at: now,
    send_deadline_at: sendDeadlineAt,
  });
  return { kind: 'recorded', job: saveChange({ state, open, input, batch }) };
}
