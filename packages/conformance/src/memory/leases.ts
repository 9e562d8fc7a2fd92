import type { Claim } from '@filmgate/core';
import { announceWork } from './announce.ts';
import { frozenCopy } from './freeze.ts';
import type { MemoryJob, MemoryState } from './memory-state.ts';

/** The claimed job, while the claim is the newest of its job and was not given back; its end does not matter. */
export function entryUnder(state: MemoryState, claim: Claim): MemoryJob | undefined {
  const entry = state.jobs.get(claim.job.id);
  return entry !== undefined && entry.lease !== null && entry.epoch === claim.epoch
    ? entry
    : undefined;
}

/** Extends what is still held; returns the ids of what is not. */
export function renewLeases(
  state: MemoryState,
  { claims, leaseUntil }: { readonly claims: readonly Claim[]; readonly leaseUntil: number },
): { readonly lost: readonly string[] } {
  const lost: string[] = [];
  for (const claim of claims) {
    const entry = entryUnder(state, claim);
    if (entry === undefined || entry.lease === null) lost.push(claim.job.id);
    else entry.lease = { ...entry.lease, until: Math.max(entry.lease.until, leaseUntil) };
  }
  return { lost };
}

/**
 * Ends every claim that was ever given, as an acknowledged loss does: each job can be claimed when its lease would have run out, and
 * epochs go on from a base that no past of the store has seen.
 */
export function endClaims(state: MemoryState, epochBase: number): void {
  state.epochBase = epochBase;
  for (const entry of state.jobs.values()) {
    if (entry.lease !== null) entry.job = frozenCopy({ ...entry.job, dueAt: entry.lease.until });
    entry.lease = null;
    entry.epoch = epochBase;
  }
}

/** Gives a claim back; the job's due instant changes, its version does not. */
export function releaseClaim(
  state: MemoryState,
  { claim, dueAt }: { readonly claim: Claim; readonly dueAt: number },
): void {
  const entry = entryUnder(state, claim);
  if (entry === undefined) return;
  entry.lease = null;
  entry.job = frozenCopy({ ...entry.job, dueAt });
  announceWork(state);
}
