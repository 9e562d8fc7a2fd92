import type { AccountLoad } from '../account/account.ts';
import { type QuietBalance, quietBalance, uncountedBetween } from '../account/quiet-balance.ts';
import type { AccountProbe } from '../ports/account-pool.ts';
import type { GatewayPorts } from '../ports/gateway-ports.ts';
import type { ProbeOutcome } from '../ports/upstream-client.ts';
import { withTimeout } from './advance/with-timeout.ts';
import { upstreamOf } from './advance/upstream-of.ts';
import { askAgain } from './ask-again.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { describeReadFault } from './read-fault.ts';

export type ProbeAccountResult =
  | {
      readonly kind: 'probed';
      readonly probe: AccountProbe;
      /** Reason why the account was refused or not read, in the words of its client; null where the probe says all. */
      readonly reason: string | null;
      /** The balance, where it was read while nothing else moved it; absent otherwise. */
      readonly quiet?: QuietBalance;
    }
  | { readonly kind: 'unknown' };

export interface ProbeAccountContext {
  readonly id: string;
  readonly signal: AbortSignal;
  /** True if an operator requested it. */
  readonly isTest?: boolean;
  /** True if the account was ready at the previous probe; absent = unknown. */
  readonly wasReady?: boolean;
  /** The last quiet balance before this probe; absent = unknown. */
  readonly quietBefore?: QuietBalance | undefined;
}

/**
 * Probes one account at its provider and records the result. A provider that cannot be queried counts no credits. One
 * that is ready and was not before may report now what became of jobs whose outcome is unknown.
 */
export async function probeAccount(
  ports: GatewayPorts,
  options: GatewayOptions,
  { id, signal, isTest = false, wasReady = false, quietBefore }: ProbeAccountContext,
): Promise<ProbeAccountResult> {
  const { accounts } = ports.storage;
  const before = await accounts.find(id);
  const askedAt = ports.clock.now();
  const said = before === undefined ? undefined : await ask(ports, options, { id, signal });
  if (before === undefined || said === undefined) return { kind: 'unknown' };
  const read = await readQuietly(ports, before, said);
  const uncounted =
    read === null || quietBefore === undefined ? 0 : uncountedBetween(quietBefore, read);
  const probe = probeOf(said, isTest, uncounted);
  await countAsItsEndpoint(ports, before);
  const { movedCredits } = before;
  await accounts.recordProbe({ id, probe, askedAt, movedCredits, now: ports.clock.now() });
  if (uncounted !== 0) {
    const { unit } = before.account;
    ports.log.warn('account-charged-otherwise', { account: id, amount: uncounted, unit });
  }
  if (probe.kind === 'ready' && !wasReady) {
    const jobs = await askAgain(ports, id);
    if (jobs > 0) ports.log.info('unknown-jobs-asked-again', { account: id, jobs });
  }
  const reason = said.kind === 'ready' ? null : (said.detail ?? null);
  if (read === null) return { kind: 'probed', probe, reason };
  const paid = Math.max(0, read.paid + uncounted);
  return { kind: 'probed', probe, reason, quiet: { ...read, paid } };
}

async function readQuietly(
  { storage }: GatewayPorts,
  before: AccountLoad,
  said: Said,
): Promise<QuietBalance | null> {
  const after = await storage.accounts.find(before.account.id);
  const credits = said.kind === 'ready' ? said.credits : null;
  return after === undefined ? null : quietBalance(before, after, credits);
}

function probeOf(said: Said, isTest: boolean, uncounted: number): AccountProbe {
  if (said.kind !== 'ready') return said;
  return { ...said, ...(isTest && { isTest }), ...(uncounted !== 0 && { uncounted }) };
}

/** The client's response, or the assumption for a client that cannot be queried. */
type Said =
  | ProbeOutcome
  | { readonly kind: 'ready'; readonly credits: null; readonly isAssumed: true };

/** Counts an unused account, added before its endpoint was known, in its endpoint's unit. */
async function countAsItsEndpoint(
  { storage, upstreams, clock }: GatewayPorts,
  { account, busy, reservedCredits, heldCredits, takenCredits }: AccountLoad,
): Promise<void> {
  const { id, endpoint, paid } = account;
  const unit = upstreams.get(endpoint)?.capabilities().unit ?? account.unit;
  const used = busy + reservedCredits + heldCredits + takenCredits + paid.ever.amount;
  if (unit === account.unit || used > 0 || account.lastUsedAt !== null) return;
  await storage.accounts.edit({ id, settings: { unit }, now: clock.now() });
}

async function ask(
  ports: GatewayPorts,
  options: GatewayOptions,
  { id, signal }: ProbeAccountContext,
): Promise<Said | undefined> {
  const upstream = await upstreamOf({ ports }, id);
  if (upstream === undefined) return undefined;
  const probe = upstream.client.probe?.bind(upstream.client);
  if (probe === undefined) return { kind: 'ready', credits: null, isAssumed: true };
  try {
    return await withTimeout(
      { clock: ports.clock, signal, timeoutMs: options.readTimeoutMs },
      (bounded) => probe({ account: upstream.account, signal: bounded }),
    );
  } catch (error) {
    const failed = { event: 'probe-threw', facts: { account: id } };
    return { kind: 'unreadable', detail: describeReadFault(ports.log, error, failed) };
  }
}
