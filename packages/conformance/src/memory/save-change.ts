import type { CommitInput, JobEffect } from '@filmgate/core';
import { isFinal, type Job } from '@filmgate/core';
import { inFlight, loadOf } from './account-load.ts';
import { announceJob, announceWork } from './announce.ts';
import { applyEffects } from './apply-effects.ts';
import { checkEffects } from './check-effects.ts';
import { frozenCopy } from './freeze.ts';
import type { MemoryJob, MemoryState } from './memory-state.ts';
import { contradiction } from './refuse-contradiction.ts';

/** The stored job, when it is still the one the decision was made from and the claim, if any, is still in force (I9). */
export function entryToChange(
  state: MemoryState,
  { claim, from }: CommitInput,
): MemoryJob | undefined {
  const entry = state.jobs.get(from.id);
  if (entry?.job.version !== from.version) return undefined;
  if (
    claim !== null &&
    (entry.lease === null || entry.epoch !== claim.epoch || claim.job.id !== from.id)
  )
    return undefined;
  return entry;
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
  entry.job = frozenCopy(input.next);
  applyEffects(state, frozenCopy(input.effects), { entry, next: entry.job, now: input.now });
  if (isFinal(entry.job.state) || (input.claim !== null && input.lease === 'release'))
    entry.lease = null;
  letDrainedAccountGo(state, former.accountId);
  announceJob(state, entry.job);
  if (entry.lease === null && entry.job.dueAt !== null) announceWork(state);
  return entry.job;
}

function letDrainedAccountGo(state: MemoryState, accountId: string | null): void {
  if (accountId === null || state.accounts.get(accountId)?.account.draining !== true) return;
  if (inFlight(state, accountId) === 0) state.accounts.delete(accountId);
}
