import type { Account } from '../account/account.ts';
import { mayServe } from '../account/router.ts';
import type { AuditEntry } from '../ports/admin-access.ts';
import type { GatewayPorts } from '../ports/gateway-ports.ts';
import { StorageUnavailable } from '../ports/storage-unavailable.ts';
import { endStrandedJobs } from './end-stranded-jobs.ts';
import { unknownJobs } from './unknown-jobs.ts';

export type RemoveAccountResult =
  /** The account is gone. `endedJobs` asked for it, had not been sent, and failed with `account_removed`. */
  | { readonly kind: 'removed'; readonly endedJobs: number }
  /** The account accepts no new work and is removed when the last of its jobs in flight ends. */
  | { readonly kind: 'draining'; readonly inFlight: number; readonly endedJobs: number }
  /** Number of jobs of a lost past that only this account can show: it stays until they are found. */
  | { readonly kind: 'needed'; readonly jobs: number }
  | { readonly kind: 'unknown' };

/**
 * Removes an account from the pool: new work stops, jobs in flight finish. Jobs that wait for this very account would
 * wait for ever, so they fail at once; those that cannot be ended now are ended by the next round of retention.
 *
 * @throws StorageUnavailable while the store waits for an operator about lost changes: the account's jobs in flight are
 *   not known
 */
export async function removeAccount(
  ports: GatewayPorts,
  id: string,
  audit?: AuditEntry,
): Promise<RemoveAccountResult> {
  const { dataLoss, accounts } = ports.storage;
  const loss = dataLoss?.lost() ?? null;
  if (loss !== null)
    throw new StorageUnavailable(loss.detail, { applied: 'no', reason: 'data-loss' });
  const account = (await accounts.find(id))?.account;
  const jobs = account === undefined ? 0 : await lostJobsAt(ports, account);
  if (jobs > 0) return { kind: 'needed', jobs };
  const outcome = await accounts.remove({
    id,
    now: ports.clock.now(),
    ...(audit !== undefined && { audit }),
  });
  if (outcome.kind === 'unknown') return outcome;
  try {
    const endedJobs = await endStrandedJobs({ ports, by: 'operator' });
    return { ...outcome, endedJobs };
  } catch (error) {
    ports.log.error('stranded-jobs-not-ended', error, { account: id });
    return { ...outcome, endedJobs: 0 };
  }
}

/** Returns jobs whose submission names were lost, and that the account may have been sent. */
async function lostJobsAt(
  { upstreams, storage }: Pick<GatewayPorts, 'upstreams' | 'storage'>,
  account: Account,
): Promise<number> {
  const capabilities = upstreams.get(account.endpoint)?.capabilities();
  if (capabilities?.findsBy !== 'own-id') return 0;
  let jobs = 0;
  for await (const { correlationId, request } of unknownJobs(storage.reader, null)) {
    const { pinnedAccountId, family } = request;
    const isPossible =
      pinnedAccountId === undefined ? mayServe(account, family) : pinnedAccountId === account.id;
    if (correlationId === null && isPossible) jobs += 1;
  }
  return jobs;
}
