import type { AuditEntry } from '../ports/admin-access.ts';
import type { GatewayPorts } from '../ports/gateway-ports.ts';
import { endStrandedJobs } from './end-stranded-jobs.ts';

export type RemoveAccountResult =
  /** It is gone. `endedJobs` asked for this very account, had not been sent, and failed with `account_removed`. */
  | { readonly kind: 'removed'; readonly endedJobs: number }
  /** It takes no new work and goes when the last of its jobs in flight ends. */
  | { readonly kind: 'draining'; readonly inFlight: number; readonly endedJobs: number }
  | { readonly kind: 'unknown' };

/**
 * Takes an account out of the pool: new work stops, what is in flight finishes. Jobs that wait for this very account would
 * wait for ever, so they fail at once; those that cannot be ended now are ended by the next round of retention.
 */
export async function removeAccount(
  ports: GatewayPorts,
  id: string,
  audit?: AuditEntry,
): Promise<RemoveAccountResult> {
  const outcome = await ports.storage.accounts.remove({
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
