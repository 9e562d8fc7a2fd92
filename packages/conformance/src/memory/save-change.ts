import {
  type Account,
  accountAfter,
  circuitAfter,
  type CommitInput,
  contradictionIn,
  dueAfter,
  endsLease,
  isDrained,
  type Job,
  type JobEffect,
  checkGrants,
  type ProviderEvidence,
  StorageUnavailable,
  trailStep,
} from '@filmgate/core';
import { findLoad, inFlight, inFlightOf } from './account-load.ts';
import { entryUnder } from './claims.ts';
import { frozenCopy } from './freeze.ts';
import { announceJob, announceWork, type MemoryJob, type MemoryState } from './memory-state.ts';

/** Fault of a decision that does not fit the stored job: thrown before anything is changed. */
export function contradiction(jobId: string, what: string): StorageUnavailable {
  return new StorageUnavailable(`The change of job ${jobId} contradicts what is stored: ${what}.`, {
    applied: 'no',
  });
}

/** The stored job, if it is still the one the decision was based on and the claim, if any, is still valid (I9). */
export function entryToChange(
  state: MemoryState,
  { claim, from }: CommitInput,
): MemoryJob | undefined {
  const entry = claim === null ? state.jobs.get(from.id) : entryUnder(state, claim);
  return entry?.job.id === from.id && entry.job.version === from.version ? entry : undefined;
}

/** Throws when the change does not fit the stored job. */
export function checkChange({ job }: MemoryJob, { next, effects }: CommitInput): void {
  const contradicted = contradictionIn(job, next, effects);
  if (contradicted !== null) throw contradiction(job.id, contradicted);
}

/** Reason why a slot or a reservation that the effects ask for is not available; undefined when all are. */
export function grantRefusal(
  state: MemoryState,
  { effects, now }: CommitInput,
): { readonly kind: 'slot-taken' | 'credits-reserved' } | undefined {
  const verdict = checkGrants(effects, { loadOf: (id) => findLoad(state, id), now });
  return verdict === 'granted' ? undefined : { kind: verdict };
}

/** Saves the next job with its effects, and notifies the listeners. All checks are done before. */
export function saveChange(state: MemoryState, entry: MemoryJob, input: CommitInput): Job {
  const former = entry.job;
  const next = frozenCopy(input.next);
  const dueAt = dueAfter(input, { seen: entry.poolSeen, changes: state.poolChanges });
  entry.job = dueAt === next.dueAt ? next : frozenCopy({ ...next, dueAt });
  const effects = frozenCopy(input.effects);
  const step = trailStep(former, effects, input.now);
  if (step !== null) entry.trail.push(frozenCopy(step));
  for (const effect of effects) applyEffect(state, effect, { job: former, now: input.now });
  if (endsLease(input)) entry.lease = null;
  letDrainedAccountGo(state, former.accountId);
  announceJob(state, entry.job);
  const freed = former.holdsSlot && !next.holdsSlot;
  if (freed || (entry.lease === null && entry.job.dueAt !== null)) announceWork(state);
  return entry.job;
}

/** An effect on an account that is gone changes nothing. */
function applyEffect(
  state: MemoryState,
  effect: JobEffect,
  change: { readonly job: Job; readonly now: number },
): void {
  const stored = 'accountId' in effect ? state.accounts.get(effect.accountId) : undefined;
  if (stored === undefined) return;
  if (effect.kind !== 'endpoint') {
    const { id } = stored.account;
    const ofModel = (model: string) => inFlightOf(state, id, model);
    state.accounts.set(id, accountAfter(stored, effect, { ...change, inFlight: ofModel }));
    return;
  }
  noteProvider(state, stored.account, { evidence: effect.evidence, now: change.now });
}

/** Adds evidence about a provider; null adds none. */
export function noteProvider(
  { circuits }: MemoryState,
  { id: accountId, endpoint }: Pick<Account, 'id' | 'endpoint'>,
  { evidence, now }: { readonly evidence: ProviderEvidence | null; readonly now: number },
): void {
  if (evidence === null) return;
  const circuit = circuitAfter(circuits.get(endpoint), { accountId, evidence }, now);
  if (circuit === undefined) circuits.delete(endpoint);
  else circuits.set(endpoint, circuit);
}

function letDrainedAccountGo(state: MemoryState, accountId: string | null): void {
  if (accountId === null) return;
  if (isDrained(state.accounts.get(accountId)?.account, inFlight(state, accountId)))
    state.accounts.delete(accountId);
}
