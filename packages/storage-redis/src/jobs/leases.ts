import type { Claim, JobStore } from '@filmgate/core';
import type { JobAccess } from './job-access.ts';
import { releaseScript, renewScript } from './lease-scripts.ts';
import { keysOfSchedule } from './schedule-keys.ts';

/** Claims renewed in one act at most: a millisecond of the server's time. */
const perCall = 250;

/** See `JobStore.renewLeases`. */
export async function renewLeases(
  access: JobAccess,
  input: Parameters<JobStore['renewLeases']>[0],
): Promise<{ readonly lost: readonly string[] }> {
  const { claims, leaseUntil, now } = input;
  const lost: string[] = [];
  for (let from = 0; from === 0 || from < claims.length; from += perCall) {
    const some = claims.slice(from, from + perCall);
    lost.push(...(await renew(access, some, { leaseUntil, now })));
  }
  return { lost };
}

async function renew(
  { scripts, keys }: JobAccess,
  claims: readonly Claim[],
  instants: { readonly leaseUntil: number; readonly now: number },
): Promise<readonly string[]> {
  const { leases, events } = keys;
  const call = renewScript.call({ ...keysOfSchedule(keys), leases, events }, instants, {
    arguments: claims.flatMap(({ job, epoch }) => [job.id, epoch]),
  });
  const { outcome } = await scripts.change(renewScript.script, call);
  return outcome === '' ? [] : outcome.split('\n');
}

/** See `JobStore.releaseClaim`. When the job can be claimed again is not shown in the job itself. */
export async function releaseClaim(
  { scripts, keys }: JobAccess,
  { claim, dueAt, now }: Parameters<JobStore['releaseClaim']>[0],
): Promise<void> {
  const { leases, events } = keys;
  const call = releaseScript.call(
    { ...keysOfSchedule(keys), leases, events },
    { id: claim.job.id, epoch: claim.epoch, dueAt, now },
  );
  await scripts.change(releaseScript.script, call);
}
