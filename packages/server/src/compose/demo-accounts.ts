import type { GatewayPorts } from '@filmgate/core';
import type { SecretBox } from '@filmgate/runtime-node';
import { accountSecretPurpose } from './secrets.ts';

/** The two mock accounts of the quick start [quickstart.demo-data]: every family, 8 slots each. */
const demoAccounts = [
  { id: 'acc_demo_one', label: 'demo-one', key: 'mk_demo_one' },
  { id: 'acc_demo_two', label: 'demo-two', key: 'mk_demo_two' },
] as const;

export const demoAccountIds: ReadonlySet<string> = new Set(demoAccounts.map(({ id }) => id));

const concurrency = 8;

/** Adds the demo accounts to a store that has none yet; a store whose accounts somebody changed stays as it is. */
export async function ensureDemoAccounts(ports: GatewayPorts, secretBox: SecretBox): Promise<void> {
  const { accounts } = ports.storage;
  if ((await accounts.loads()).length > 0) return;
  for (const { id, label, key } of demoAccounts) {
    const sealedSecret = secretBox.seal(accountSecretPurpose(id), key);
    const settings = { label, families: ['*'], enabled: true, concurrency, sealedSecret };
    try {
      await accounts.add({ id, provider: 'mock', settings, now: ports.clock.now() });
    } catch (error) {
      // Another node that starts at the same time may have added it.
      if ((await accounts.find(id)) === undefined) throw error;
    }
  }
}
