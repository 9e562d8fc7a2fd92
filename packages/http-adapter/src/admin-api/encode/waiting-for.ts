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
  return choice.refusals.flatMap(({ accountId, reason, detail = null, until = null }) => {
    const load = byId.get(accountId);
    return load === undefined
      ? []
      : [
          {
            account_id: accountId,
            reason,
            detail,
            until: isoInstantOrNull(until),
            ...encodeLoad(load),
          },
        ];
  });
}

type LoadFields = Omit<WaitingForRecord, 'account_id' | 'reason' | 'detail' | 'until'>;

function encodeLoad(load: AccountLoad): LoadFields {
  const { account, busy } = load;
  return {
    account: account.label,
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
