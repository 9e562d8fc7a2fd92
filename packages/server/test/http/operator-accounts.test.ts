import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { composeGateway } from '../../src/compose.ts';
import { ensureDemoAccounts } from '../../src/compose/quickstart.ts';
import { readSettings } from '../../src/settings/read-settings.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filmgate-accounts-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Log of the gateways, line by line. */
const logged: string[] = [];

type Gateway = Awaited<ReturnType<typeof composeGateway>>;

/** Runs a gateway on the folder during the work. */
async function during<Result>(
  env: Readonly<Record<string, string>>,
  work: (gateway: Gateway) => Promise<Result>,
): Promise<Result> {
  const read = readSettings({
    FILMGATE_DATA_DIR: join(folder, 'data'),
    FILMGATE_LOCAL_PORT: '0',
    FILMGATE_TASKS_PORT: '0',
    ...env,
  });
  if (read.kind === 'refused') throw new Error(read.problems.join('\n'));
  const logDestination = new PassThrough();
  logDestination.on('data', (line: Buffer) => logged.push(line.toString()));
  const { endpointKeys } = read;
  const gateway = await composeGateway(read.settings, { endpointKeys, logDestination });
  try {
    return await work(gateway);
  } finally {
    await gateway.stop();
  }
}

async function accountsIn({ services }: Gateway) {
  const { ports } = services.composed;
  const loads = await ports.storage.accounts.loads();
  return await Promise.all(
    loads.map(async ({ account }) => {
      const { id, label, endpoint, families, enabled, concurrency, unit, budget } = account;
      const sealed = await ports.storage.accounts.sealedSecret(id);
      const secret = ports.openSecret(id, sealed);
      return {
        id,
        label,
        endpoint,
        families,
        enabled,
        concurrency,
        unit,
        budget,
        secret,
        sealed,
      };
    }),
  );
}

describe('accounts of the environment and of a file', () => {
  it('[providers.places.accounts-kept][providers.places.demo] are made once, changed where they differ, never removed, and end the demo', async () => {
    const before = await during({}, async (gateway) => {
      const { ports, secretBox } = gateway.services.composed;
      await ensureDemoAccounts(ports, secretBox);
      return await accountsIn(gateway);
    });
    expect(before.map(({ label, enabled }) => [label, enabled])).toEqual([
      ['demo-one', true],
      ['demo-two', true],
    ]);

    const file = join(folder, 'accounts.json');
    const keyFile = join(folder, 'key');
    await writeFile(keyFile, 'the-first-key\n');
    const budget = { amount: 5_000, per: 'day' };
    const account = { label: 'studio', endpoint: 'kling-global', secret_file: keyFile };
    await writeFile(file, JSON.stringify({ accounts: [account] }));
    const env = { FILMGATE_ACCOUNTS_FILE: file, FILMGATE_KEY_ARK_INTL: 'the-key-of-ark' };
    const first = await during(env, accountsIn);
    const ended = logged.filter((line) => line.includes('demo-account-disabled'));
    expect(ended).toHaveLength(2);
    expect(ended.join('')).toContain('a real account exists');
    const again = await during(env, accountsIn);
    expect(logged.filter((line) => line.includes('demo-account-disabled'))).toEqual(ended);
    expect(again).toEqual(first);
    expect(new Set(first.map(({ label, enabled }) => `${label} ${enabled}`))).toEqual(
      new Set(['demo-one false', 'demo-two false', 'studio true', 'env-ark-intl true']),
    );
    const studio = first.find(({ label }) => label === 'studio');
    expect(studio).toMatchObject({
      endpoint: 'kling-global',
      secret: 'the-first-key',
      unit: 'units',
      budget: null,
    });
    expect(studio?.sealed).not.toContain('the-first-key');

    await writeFile(keyFile, 'the-second-key');
    await writeFile(file, JSON.stringify({ accounts: [{ ...account, concurrency: 7, budget }] }));
    const third = await during({ FILMGATE_ACCOUNTS_FILE: file }, accountsIn);
    expect(third.find(({ label }) => label === 'studio')).toMatchObject({
      id: studio?.id,
      secret: 'the-second-key',
      concurrency: 7,
      budget,
    });
    expect(third.some(({ label }) => label === 'env-ark-intl')).toBe(true);

    const moved = JSON.stringify({ accounts: [{ ...account, endpoint: 'ark-cn' }] });
    await writeFile(file, moved);
    await expect(during({ FILMGATE_ACCOUNTS_FILE: file }, accountsIn)).rejects.toThrow(
      'The account studio belongs to kling-global, not to ark-cn',
    );
  });
});
