import {
  type CommitInput,
  coversReservation,
  isFinal,
  type Job,
  type JobEffect,
} from '@filmgate/core';
import { inFlight, loadOf } from './account-load.ts';
import { announceJob, announceWork } from './announce.ts';
import { applyEffects } from './apply-effects.ts';
import { checkEffects } from './check-effects.ts';
import { frozenCopy } from './freeze.ts';
import { entryUnder } from './leases.ts';
import type { MemoryJob, MemoryState } from './memory-state.ts';
import { contradiction } from './refuse-contradiction.ts';

/** The stored job, when it is still the one the decision was made from and the claim, if any, is still in force (I9). */
export function entryToChange(
  state: MemoryState,
  { claim, from }: CommitInput,
): MemoryJob | undefined {
  const entry = claim === null ? state.jobs.get(from.id) : entryUnder(state, claim);
  return entry?.job.id === from.id && entry.job.version === from.version ? entry : undefined;
}

/** Whether every slot the effects take is still to be had (I10). */
export function slotsGranted(state: MemoryState, effects: readonly JobEffect[]): boolean {
  return effects.every((effect) => {
    if (effect.kind !== 'slot' || effect.move !== 'take') return true;
    const stored = state.accounts.get(effect.accountId);
    if (stored === undefined || !stored.account.enabled || stored.account.draining) return false;
    return loadOf(state, stored).busy < stored.account.concurrency;
  });
}

/** Whether every reservation of credits is still covered. */
export function creditsGranted(
  state: MemoryState,
  { cost }: Job,
  effects: readonly JobEffect[],
): boolean {
  return effects.every((effect) => {
    if (effect.kind !== 'credit' || effect.move !== 'reserve') return true;
    const stored = state.accounts.get(effect.accountId);
    return stored === undefined || coversReservation(loadOf(state, stored), cost);
  });
}

/** Throws when the change does not fit the stored job. */
export function checkChange(entry: MemoryJob, { next, effects }: CommitInput): void {
  const { job } = entry;
  if (next.id !== job.id || next.version !== job.version + 1)
    throw contradiction(job.id, `version ${next.version}`);
  checkEffects(job, next, effects);
}

/** Saves the next job with its effects, all of it checked before, and tells who listens. */
export function saveChange(state: MemoryState, entry: MemoryJob, input: CommitInput): Job {
  const former = entry.job;
  const next = frozenCopy(input.next);
  entry.job = isLeftBehind(state, entry, input) ? frozenCopy({ ...next, dueAt: input.now }) : next;
  applyEffects(state, frozenCopy(input.effects), { entry, former, now: input.now });
  if (isFinal(next.state) || (input.claim !== null && input.lease === 'release'))
    entry.lease = null;
  letDrainedAccountGo(state, former.accountId);
  announceJob(state, entry.job);
  const freed = former.holdsSlot && !next.holdsSlot;
  if (freed || (entry.lease === null && entry.job.dueAt !== null)) announceWork(state);
  return entry.job;
}

/** Judged against a pool that was changed meanwhile: whoever changed it did not see the job wait, so nobody would wake it. */
function isLeftBehind(state: MemoryState, entry: MemoryJob, { claim, next }: CommitInput): boolean {
  if (claim === null || next.state !== 'awaiting_configuration') return false;
  return entry.poolSeen !== state.poolChanges;
}

function letDrainedAccountGo(state: MemoryState, accountId: string | null): void {
  if (accountId === null || state.accounts.get(accountId)?.account.draining !== true) return;
  if (inFlight(state, accountId) === 0) state.accounts.delete(accountId);
}
