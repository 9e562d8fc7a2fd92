import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GatewayPorts } from '@filmgate/core';
import type { SecretBox } from '@filmgate/runtime-node';
import { z } from 'zod';
import { writePrivateFile } from './private-file.ts';
import { accountSecretPurpose } from './secrets.ts';

/** `quickstart.json` [quickstart.file]: addresses and credentials to try both surfaces. Has secrets: mode 0600. */
export const quickstartSchema = z.object({
  local_url: z.string(),
  tasks_url: z.string(),
  admin: z.object({ username: z.string(), password: z.string() }),
  service_api_key: z.string(),
  api_user: z.object({ id: z.string(), name: z.string(), key: z.string() }),
  /** The native key, under the former name of its setting. */
  native_api_key: z.string(),
});

export type Quickstart = z.infer<typeof quickstartSchema>;

function quickstartPath(dataDirectory: string): string {
  return join(dataDirectory, 'quickstart.json');
}

/**
 * Reads the quick start of an earlier start on this data directory; undefined if none exists.
 *
 * @throws Error with a sentence for the operator when the file was damaged
 */
export function readQuickstart(dataDirectory: string): Quickstart | undefined {
  const path = quickstartPath(dataDirectory);
  if (!existsSync(path)) return undefined;
  try {
    return quickstartSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    throw new Error(
      `${path} cannot be read; correct the file, or remove it to have the next start create a new one.`,
    );
  }
}

/** Writes the file complete or not at all. */
export function writeQuickstart(dataDirectory: string, quickstart: Quickstart): void {
  writePrivateFile(quickstartPath(dataDirectory), `${JSON.stringify(quickstart, null, 2)}\n`);
}

/** The two mock accounts of the quick start [quickstart.demo-data]: every family, 8 slots each. */
const demoAccounts = [
  { id: 'acc_demo_one', label: 'demo-one', key: 'mk_demo_one' },
  { id: 'acc_demo_two', label: 'demo-two', key: 'mk_demo_two' },
] as const;

export const demoAccountIds: ReadonlySet<string> = new Set(demoAccounts.map(({ id }) => id));

const concurrency = 8;

/** Adds the demo accounts to a store without accounts; a store that has any is left unchanged. */
export async function ensureDemoAccounts(ports: GatewayPorts, secretBox: SecretBox): Promise<void> {
  const { accounts } = ports.storage;
  if ((await accounts.loads()).length > 0) return;
  for (const { id, label, key } of demoAccounts) {
    const sealedSecret = secretBox.seal(accountSecretPurpose(id), key);
    const settings = { label, families: ['*'], enabled: true, concurrency, sealedSecret };
    try {
      await accounts.add({ id, endpoint: 'mock', settings, now: ports.clock.now() });
    } catch (error) {
      // Another node that starts at the same time may have added it.
      if ((await accounts.find(id)) === undefined) throw error;
    }
  }
}
