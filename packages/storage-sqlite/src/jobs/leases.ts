import type { Claim, ClaimDueInput } from '@filmgate/core';
import type { Lease, OpenJob } from '../memory/open-job.ts';
import type { StoreState } from '../store/store-state.ts';
import type { Batch } from '../write/batch.ts';

/**
 * Leases due jobs; see `JobStore.claimDue`. Nothing is written: one process owns the file, so a lease need not outlive
 * the process, and the epochs of the next process begin above all epochs of this one.
 */
export function claimDue(
  { openJobs, accounts }: StoreState,
  input: ClaimDueInput,
): readonly Claim[] {
  const { lane, holder, leaseUntil } = input;
  const { schedule } = openJobs;
  const due = lane === 'start' ? schedule.takeStarts(input) : schedule.takeOngoing(input);
  for (const open of due) {
    open.epoch += 1;
    open.poolSeen = accounts.changes;
    open.current = { ...open.current, lease: { holder, until: leaseUntil } };
    schedule.file(open);
  }
  return due.map(({ current, epoch }) => ({ job: current.job, epoch, holder, leaseUntil }));
}

/** Extends leases that are still the newest of their job; see `JobStore.renewLeases`. */
export function renewLeases(
  { openJobs }: StoreState,
  input: { readonly claims: readonly Claim[]; readonly leaseUntil: number },
): { readonly lost: readonly string[] } {
  const lost: string[] = [];
  for (const claim of input.claims) {
    const open = openJobs.find(claim.job.id);
    const lease = open?.current.lease ?? null;
    if (open === undefined || lease === null || open.epoch !== claim.epoch) {
      lost.push(claim.job.id);
      continue;
    }
    const until = Math.max(lease.until, input.leaseUntil);
    openJobs.change(open, { ...open.current, lease: { ...lease, until } }, undefined);
  }
  return { lost };
}

/** Returns a claim; see `JobStore.releaseClaim`. False when the claim was no longer valid. */
export function releaseClaim(
  state: StoreState,
  input: { readonly claim: Claim; readonly dueAt: number },
): boolean {
  const open = state.openJobs.find(input.claim.job.id);
  if (open === undefined || open.current.lease === null || open.epoch !== input.claim.epoch) {
    return false;
  }
  setDue(state, { open, lease: null, dueAt: input.dueAt, batch: undefined });
  return true;
}

/** Changes when a job is due; saved with the next transaction, since after a crash every open job is due at once. */
export function setDue({ openJobs, dueInstants }: StoreState, change: DueChange): void {
  const { open, lease, dueAt, batch } = change;
  const job = Object.freeze({ ...open.current.job, dueAt });
  openJobs.change(open, { ...open.current, job, lease, dueAt }, batch);
  dueInstants.changed(open.position);
}

export interface DueChange {
  readonly open: OpenJob;
  readonly lease: Lease | null;
  readonly dueAt: number;
  /** Absent outside of a transaction. */
  readonly batch: Batch | undefined;
}
