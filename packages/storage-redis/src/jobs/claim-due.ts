import type { Claim, ClaimDueInput } from '@filmgate/core';
import { claimContinueScript, claimStartScript } from './claim-script.ts';
import type { JobAccess } from './job-access.ts';
import { keysOfSchedule } from './schedule-keys.ts';

/**
 * See `JobStore.claimDue`. The leases are given in one act; the jobs under them are read after it, so an operator's change
 * between is in them already.
 */
export async function claimDue(access: JobAccess, input: ClaimDueInput): Promise<readonly Claim[]> {
  const claims: Claim[] = [];
  for (;;) {
    const limit = input.limit - claims.length;
    const leased = await lease(access, { ...input, limit });
    const jobs = await access.stored.findAll(leased.map(({ id }) => id));
    const { holder, leaseUntil } = input;
    claims.push(
      ...leased.flatMap(({ epoch }, index) => {
        const job = jobs[index];
        return job === undefined ? [] : [{ job, epoch, holder, leaseUntil }];
      }),
    );
    // A job that cannot be read keeps its lease, maybe for a node that can; it must not keep others from being claimed.
    if (!leased.some(({ id }) => access.stored.unreadable.has(id))) return claims;
  }
}

interface Leased {
  readonly id: string;
  readonly epoch: number;
}

async function lease(
  { scripts, keys }: JobAccess,
  { lane, families, limit, leaseUntil, now }: ClaimDueInput,
): Promise<readonly Leased[]> {
  if (limit <= 0 || (lane === 'start' && families.length === 0)) return [];
  const script = lane === 'start' ? claimStartScript : claimContinueScript;
  const named = lane === 'continue' || families.includes('*') ? [] : [...new Set(families)];
  const call = script.call(
    { ...keysOfSchedule(keys), leases: keys.leases },
    { limit, leaseUntil, now },
    { arguments: named },
  );
  const { outcome } = await scripts.change(script.script, call);
  const words = outcome === '' ? [] : outcome.split('\n');
  return words.flatMap((id, index) =>
    index % 2 === 0 ? [{ id, epoch: Number(words[index + 1]) }] : [],
  );
}
