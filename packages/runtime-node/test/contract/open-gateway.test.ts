import { createManualClock, createMemoryBlobs, createMemoryStorage } from '@filmgate/conformance';
import { defaultCatalog, defaultGatewayOptions, type StorageBundle } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { type OpenGatewayInput, openGateway } from '../../src/index.ts';
import { isThere, keep } from '../support/retention-world.ts';

const account = {
  id: 'account_studio',
  provider: 'mock',
  settings: { label: 'studio', families: ['*'], concurrency: 4, credits: 100 },
} as const;

function parts(storage: StorageBundle): OpenGatewayInput {
  const clock = createManualClock();
  return {
    ports: {
      storage,
      clock,
      assetBlobs: createMemoryBlobs(),
      resultBlobs: createMemoryBlobs(),
      upstreams: new Map(),
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    },
    options: { ...defaultGatewayOptions, catalog: () => defaultCatalog },
    accounts: [account],
  };
}

/** The store, kept open when the gateway closes it: the next one is opened on it. */
function kept(storage: StorageBundle): StorageBundle {
  return { ...storage, close: async () => undefined };
}

describe('a gateway inside another program', () => {
  it('opens a second time on the same store, whose account keeps its balance', async () => {
    const storage = createMemoryStorage();
    await (await openGateway(parts(kept(storage)))).close(0);
    await storage.accounts.edit({ id: account.id, settings: { credits: 7 }, now: 1 });
    const again = await openGateway(parts(kept(storage)));
    const loads = await storage.accounts.loads();
    expect(loads.map((load) => load.account.credits)).toEqual([7]);
    await again.close(0);
  });

  it('says which label is taken', async () => {
    const storage = createMemoryStorage();
    await (await openGateway(parts(kept(storage)))).close(0);
    const other = { ...parts(kept(storage)), accounts: [{ ...account, id: 'account_other' }] };
    await expect(openGateway(other)).rejects.toThrow('account_other: studio');
  });

  it('removes what is older than it is to be kept, from the start on', async () => {
    const input = parts(createMemoryStorage());
    const { clock = createManualClock() } = input.ports;
    const keptMs = input.options.resultRetentionMs;
    const resultBlobs = createMemoryBlobs({ now: () => clock.now() - 2 * keptMs });
    const digest = await keep(resultBlobs, 'an old video');
    const opened = await openGateway({ ...input, ports: { ...input.ports, resultBlobs } });
    opened.start();
    await expect.poll(() => isThere(resultBlobs, digest)).toBe(false);
    await opened.close(0);
  });
});
