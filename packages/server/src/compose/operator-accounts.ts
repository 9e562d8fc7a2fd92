import { type Budget, type CostUnit, editAccount, type GatewayPorts } from '@filmgate/core';
import type { SecretBox } from '@filmgate/runtime-node';
import type { OperatorAccount } from '../providers/operator-accounts.ts';
import { mockEndpoint, type Endpoints } from '../providers/endpoints.ts';
import { demoAccountIds } from './quickstart.ts';
import { accountSecretPurpose } from './secrets.ts';

/** Concurrency of an account without a configured number. */
const usualConcurrency = 3;

type Ports = Pick<GatewayPorts, 'storage' | 'clock' | 'ids' | 'log' | 'openSecret'>;

interface Bringing {
  readonly ports: Ports;
  readonly secretBox: SecretBox;
  readonly endpoints: Pick<Endpoints, 'describe'>;
}

/**
 * Writes the accounts of environment and file to the store, by their label: creates missing ones, changes what differs,
 * removes none. Beside an account at a real provider the demo accounts take no more work.
 *
 * @throws Error with a sentence for the operator when a label belongs to an account of another endpoint
 */
export async function bringOperatorAccounts(
  accounts: readonly OperatorAccount[],
  bringing: Bringing,
): Promise<void> {
  for (const account of accounts) await bring(account, bringing);
  if (accounts.some(({ endpoint }) => endpoint !== mockEndpoint)) await restDemoAccounts(bringing);
}

async function bring(account: OperatorAccount, bringing: Bringing): Promise<void> {
  const { ports, secretBox } = bringing;
  const found = await findByLabel(account, ports);
  if (found !== undefined) {
    await change(found, account, bringing);
    return;
  }
  const { label, endpoint, secret, families = ['*'], concurrency = usualConcurrency } = account;
  const id = `ac_${ports.ids.next()}`;
  const sealedSecret = secretBox.seal(accountSecretPurpose(id), secret);
  const settings = {
    label,
    families,
    enabled: true,
    concurrency,
    sealedSecret,
    unit: await unitOf(endpoint, bringing),
    ...(account.exclusive !== undefined && { exclusive: account.exclusive }),
    ...(account.budget !== undefined && { budget: account.budget }),
  };
  const outcome = await ports.storage.accounts.add({
    id,
    endpoint,
    settings,
    now: ports.clock.now(),
  });
  if (outcome.kind === 'added') {
    ports.log.info('account-made-from-settings', { account: id, label, endpoint });
    return;
  }
  // Another node that starts at the same time has created it.
  const made = await findByLabel(account, ports);
  if (made !== undefined) await change(made, account, bringing);
}

async function unitOf(endpoint: string, { endpoints }: Bringing): Promise<CostUnit> {
  return endpoint === mockEndpoint
    ? 'credits'
    : (await endpoints.describe(endpoint)).description.unit;
}

async function findByLabel({ label, endpoint }: OperatorAccount, { storage }: Ports) {
  const loads = await storage.accounts.loads();
  const found = loads.find(({ account }) => account.label === label)?.account;
  if (found !== undefined && found.endpoint !== endpoint) {
    throw new Error(
      `The account ${label} belongs to ${found.endpoint}, not to ${endpoint}; choose another label.`,
    );
  }
  return found;
}

type Found = NonNullable<Awaited<ReturnType<typeof findByLabel>>>;

/** Writes only differences: a new secret wakes jobs and clears a failed login. */
async function change(
  found: Found,
  { secret, families, concurrency, exclusive, budget }: OperatorAccount,
  { ports, secretBox }: Bringing,
): Promise<void> {
  const { id, label } = found;
  const { accounts } = ports.storage;
  const isSame = ports.openSecret(id, await accounts.sealedSecret(id)) === secret;
  const isOther = families !== undefined && families.join('\n') !== found.families.join('\n');
  const settings = {
    ...(isOther && { families }),
    ...(concurrency !== undefined && concurrency !== found.concurrency && { concurrency }),
    ...(exclusive !== undefined && exclusive !== found.exclusive && { exclusive }),
    ...(budget !== undefined && !isSameBudget(budget, found.budget) && { budget }),
    ...(!isSame && { sealedSecret: secretBox.seal(accountSecretPurpose(id), secret) }),
  };
  if (Object.keys(settings).length === 0) return;
  await editAccount(ports, { id, settings, now: ports.clock.now() });
  ports.log.info('account-changed-from-settings', { account: id, label });
}

async function restDemoAccounts({ ports }: Bringing): Promise<void> {
  const { storage, clock, log } = ports;
  for (const { account } of await storage.accounts.loads()) {
    const { id, enabled } = account;
    if (!enabled || !demoAccountIds.has(id)) continue;
    await storage.accounts.edit({ id, settings: { enabled: false }, now: clock.now() });
    log.info('demo-account-disabled', { account: id, reason: 'a real account exists' });
  }
}

function isSameBudget(one: Budget, other: Budget | null): boolean {
  return one.amount === other?.amount && one.per === other.per;
}
