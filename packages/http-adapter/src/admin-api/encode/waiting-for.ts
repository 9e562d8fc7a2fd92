import { type AccountLoad, chooseAccount, demandOf, type Job } from '@filmgate/core';
import type { WaitingForRecord } from '../schemas/job.ts';

/** Why no account takes the job now; empty for a job that has one, and for one that is about to get one. */
export function encodeWaitingFor(
  job: Job,
  loads: readonly AccountLoad[],
  now: number,
): WaitingForRecord[] {
  if (job.state !== 'queued' && job.state !== 'awaiting_configuration') return [];
  const demand = { ...demandOf(job.request, job.cost), excluded: job.refusedBy };
  const choice = chooseAccount(loads, demand, now);
  if (choice.kind === 'chosen') return [];
  const labels = new Map(loads.map(({ account }) => [account.id, account.label]));
  return choice.refusals.map(({ accountId, reason }) => ({
    account_id: accountId,
    account: labels.get(accountId) ?? null,
    reason,
  }));
}
