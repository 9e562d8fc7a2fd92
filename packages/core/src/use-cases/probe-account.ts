import type { AccountLoad } from '../account/account.ts';
import type { AccountProbe } from '../ports/account-pool.ts';
import type { GatewayPorts } from '../ports/gateway-ports.ts';
import { boundedCall } from './advance/bounded-call.ts';
import { upstreamOf } from './advance/upstream-of.ts';
import type { GatewayOptions } from './gateway-options.ts';

export type ProbeAccountResult =
  | { readonly kind: 'probed'; readonly probe: AccountProbe }
  | { readonly kind: 'unknown' };

interface Look {
  readonly id: string;
  readonly signal: AbortSignal;
  /** Whether an operator asked for it. */
  readonly isTest?: boolean;
}

/** Looks at one account at its upstream and notes what it says. An upstream that cannot be asked counts no credits. */
export async function probeAccount(
  ports: GatewayPorts,
  options: GatewayOptions,
  { id, signal, isTest = false }: Look,
): Promise<ProbeAccountResult> {
  const { accounts } = ports.storage;
  const before = await accounts.find(id);
  const askedAt = ports.clock.now();
  const said = before === undefined ? undefined : await ask(ports, options, { id, signal });
  const probe: AccountProbe | undefined =
    isTest && said?.kind === 'ready' ? { ...said, isTest } : said;
  if (before === undefined || probe === undefined) return { kind: 'unknown' };
  await countAsItsPlace(ports, before);
  const { movedCredits } = before;
  await accounts.recordProbe({ id, probe, askedAt, movedCredits, now: ports.clock.now() });
  return { kind: 'probed', probe };
}

/** An account that was added before its place was known, and was never used, counts as its place does from now on. */
async function countAsItsPlace(
  { storage, upstreams, clock }: GatewayPorts,
  { account, busy, reservedCredits, heldCredits, takenCredits }: AccountLoad,
): Promise<void> {
  const { id, provider, paid } = account;
  const unit = upstreams.get(provider)?.capabilities().unit ?? account.unit;
  const used = busy + reservedCredits + heldCredits + takenCredits + paid.ever.amount;
  if (unit === account.unit || used > 0 || account.lastUsedAt !== null) return;
  await storage.accounts.edit({ id, settings: { unit }, now: clock.now() });
}

async function ask(
  ports: GatewayPorts,
  options: GatewayOptions,
  { id, signal }: Look,
): Promise<AccountProbe | undefined> {
  const upstream = await upstreamOf({ ports }, id);
  if (upstream === undefined) return undefined;
  const probe = upstream.client.probe?.bind(upstream.client);
  if (probe === undefined) return { kind: 'ready', credits: null, isAssumed: true };
  try {
    const outcome = await boundedCall(
      { clock: ports.clock, signal, timeoutMs: options.readTimeoutMs },
      (bounded) => probe({ account: upstream.account, signal: bounded }),
    );
    return outcome.kind === 'unreadable' ? { kind: 'unreadable' } : outcome;
  } catch (error) {
    ports.log.error('probe-threw', error, { account: id });
    return { kind: 'unreadable' };
  }
}
