import type { Account } from '../../account/account.ts';
import type { CostUnit } from '../../model/route.ts';
import type { UpstreamCapabilities } from '../../ports/upstream-capabilities.ts';
import type { UpstreamAccount, UpstreamClient } from '../../ports/upstream-client.ts';
import { deliveredFileOf } from '../../upstream/delivered-file.ts';
import { reportedClient } from './reported-client.ts';
import type { StepContext } from './step-context.ts';

/** Provider of a job's submission. */
export interface JobUpstream {
  readonly client: UpstreamClient;
  readonly account: UpstreamAccount;
  /** Endpoint of the account, at which its handles name one piece of work. */
  readonly endpoint: string;
  /** Unit in which the account counts. */
  readonly unit: CostUnit;
  /** See `Account.enabled`. */
  readonly isEnabled: boolean;
  /** See `Account.exclusive`. */
  readonly exclusive: boolean;
  /** See `Account.secretSince`. */
  readonly secretSince: number | null;
}

/** Returns the client and opened account of a job; undefined when the account or its provider is gone. */
export async function upstreamOf(
  { ports }: Pick<StepContext, 'ports'>,
  accountId: string | null,
): Promise<JobUpstream | undefined> {
  // Read first: a secret that is set in between is then older than the account says, and not newer.
  const sealed =
    accountId === null ? undefined : await ports.storage.accounts.sealedSecret(accountId);
  const found = await clientOf(ports, accountId);
  if (found === undefined) return undefined;
  const { id, label, endpoint, unit, enabled: isEnabled, exclusive, secretSince } = found.account;
  const account = { id, label, secret: ports.openSecret(id, sealed), secretSince };
  const client = reportedClient(found.client);
  return { client, account, isEnabled, exclusive, endpoint, unit, secretSince };
}

/** Returns an account with the client of its endpoint; undefined when one of them is gone. */
export async function clientOf(
  { storage, upstreams }: StepContext['ports'],
  accountId: string | null,
): Promise<{ readonly account: Account; readonly client: UpstreamClient } | undefined> {
  const load = accountId === null ? undefined : await storage.accounts.find(accountId);
  const client = load === undefined ? undefined : upstreams.get(load.account.endpoint);
  return load === undefined || client === undefined ? undefined : { account: load.account, client };
}

/** Capabilities for a job whose account or provider is gone: checked rarely, nothing to search. */
const withoutUpstream: UpstreamCapabilities = {
  endpoint: '',
  minimumPollIntervalMs: 60_000,
  visibilityLagMs: 0,
  reconcileAfterMs: null,
  handlesBelongTo: 'account',
  findsBy: 'none',
  unit: 'credits',
  charges: 'acceptance',
};

/** Returns until when the provider may still be at work on what it accepted at `now`. */
export function deadlineFrom(
  now: number,
  { jobDeadlineMs: ownMs }: Pick<UpstreamCapabilities, 'jobDeadlineMs'>,
  { options }: Pick<StepContext, 'options'>,
): number {
  return now + (ownMs ?? options.jobDeadlineMs);
}

/** Longest time that a client may put off one poll, in ms: a wrong number of its must not end the reads of a job. */
const longestTurnMs = 10 * 60_000;

/** Returns what the client of a job's endpoint promises, and the job's turn to be polled. */
export async function pollingOf({ ports, job }: StepContext): Promise<{
  readonly capabilities: UpstreamCapabilities;
  readonly turnAt: number;
}> {
  const found = await clientOf(ports, job.accountId);
  const now = ports.clock.now();
  if (found === undefined) return { capabilities: withoutUpstream, turnAt: now };
  const { client, account } = found;
  const { handle } = job;
  const turnAt =
    handle === null || deliveredFileOf(handle) !== undefined
      ? now
      : (client.turnToPoll?.({ account: account.id, handle, now }) ?? now);
  const isTime = turnAt >= now && turnAt <= now + longestTurnMs;
  return { capabilities: client.capabilities(), turnAt: isTime ? turnAt : now };
}

/** Returns the client's promises about the job's endpoint; the client alone states them, so no secret is read. */
export async function capabilitiesOf({ ports, job }: StepContext): Promise<UpstreamCapabilities> {
  const found = await clientOf(ports, job.accountId);
  return found?.client.capabilities() ?? withoutUpstream;
}
