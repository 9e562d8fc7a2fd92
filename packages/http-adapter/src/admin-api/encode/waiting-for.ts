import {
  type Account,
  type AccountLoad,
  chooseForJob,
  type Job,
  type RouteBook,
} from '@filmgate/core';
import type { WaitingForRecord } from '../schemas/job.ts';
import { isoInstantOrNull } from './iso-instant.ts';

/** Why no account takes the job now; empty for a job that has one, and for one that is about to get one. */
export function encodeWaitingFor(
  job: Job,
  pool: { readonly loads: readonly AccountLoad[]; readonly book: RouteBook },
  now: number,
): WaitingForRecord[] {
  if (job.state !== 'queued' && job.state !== 'awaiting_configuration') return [];
  const choice = chooseForJob(job, pool, now);
  if (choice.kind === 'chosen') return [];
  const byId = new Map(pool.loads.map((load) => [load.account.id, load]));
  return choice.refusals.flatMap(({ accountId, reason, detail = null }) => {
    const load = byId.get(accountId);
    return load === undefined
      ? []
      : [{ account_id: accountId, reason, detail, ...encodeLoad(load, reason) }];
  });
}

type LoadFields = Omit<WaitingForRecord, 'account_id' | 'reason' | 'detail'>;

function encodeLoad(load: AccountLoad, reason: WaitingForRecord['reason']): LoadFields {
  const { account, busy, providerOpenUntil } = load;
  const until = { cooling: account.coolingUntil, 'provider-unavailable': providerOpenUntil };
  return {
    account: account.label,
    until: isoInstantOrNull(
      reason === 'cooling' || reason === 'provider-unavailable' ? until[reason] : null,
    ),
    busy,
    concurrency: account.concurrency,
    unit: account.unit,
    credits_free: freeCredits(account, load),
  };
}

function freeCredits(
  { credits }: Account,
  { reservedCredits, heldCredits }: AccountLoad,
): number | null {
  return credits === null ? null : credits - reservedCredits - heldCredits;
}
