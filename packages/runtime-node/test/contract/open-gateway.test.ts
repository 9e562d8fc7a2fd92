import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  catalogAt,
  createManualClock,
  createMemoryBlobs,
  createMemoryStorage,
  type ManualClock,
} from '@filmgate/conformance';
import {
  type AcceptCommand,
  defaultGatewayOptions,
  exportNoteName,
  type JobStore,
  type StorageBundle,
  StorageUnavailable,
} from '@filmgate/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type OpenGateway,
  type OpenGatewayInput,
  openGateway,
  WiringError,
} from '../../src/index.ts';
import { isThere, keep } from '../support/retention-world.ts';
import { createScriptedUpstream } from '../support/scripted-upstream.ts';

const account = {
  id: 'account_studio',
  endpoint: 'scripted',
  settings: { label: 'studio', families: ['*'], concurrency: 4, credits: 100 },
} as const;

let directory: string;
let clock: ManualClock;
beforeEach(() => {
  clock = createManualClock();
  directory = mkdtempSync(join(tmpdir(), 'filmgate-embedded-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

function parts(storage: StorageBundle): OpenGatewayInput {
  return {
    ports: {
      storage,
      clock,
      assetBlobs: createMemoryBlobs(),
      resultBlobs: createMemoryBlobs(),
      upstreams: new Map([['scripted', createScriptedUpstream(() => clock.now()).client]]),
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    },
    options: { ...defaultGatewayOptions, catalog: () => catalogAt('scripted') },
    directory,
    accounts: [account],
  };
}

/** The store, left open when the gateway closes it: the next one is opened on it. */
function kept(storage: StorageBundle): StorageBundle {
  return { ...storage, close: async () => undefined };
}

/** Aborted work ends at once, except for the time a close waits for it. */
async function closeAtOnce({ close }: OpenGateway): Promise<void> {
  const closed = close(0);
  await clock.advance(60_000);
  await closed;
}

const order: AcceptCommand = {
  owner: 'me',
  surface: 'shop',
  jobId: 'film_1',
  idempotency: null,
  content: {},
  draft: {
    model: 'vm_std-2.0',
    family: 'vm_std-2.0',
    mediaType: 'video',
    prompt: 'A boat',
    negativePrompt: null,
    durationSeconds: 5,
    aspectRatio: '16:9',
    aspectSource: 'default',
    resolution: '720p',
    generateAudio: true,
    references: [],
  },
  warnings: [],
  whenAccountUnavailable: 'refuse',
};

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

  it('[embedding.nothing-locked] names the label in use, and closes the store', async () => {
    const storage = createMemoryStorage();
    await (await openGateway(parts(kept(storage)))).close(0);
    const other = { ...parts(storage), accounts: [{ ...account, id: 'account_other' }] };
    await expect(openGateway(other)).rejects.toThrow('account_other: studio');
    await expect(storage.ping()).rejects.toThrow('closed');
  });

  it('[embedding.nothing-locked][embedding.wiring] refuses a wrong configuration, and closes the store', async () => {
    const storage = createMemoryStorage();
    const input = parts(storage);
    const wrong = { ...input, options: { ...input.options, sendTimeoutMs: Number.NaN } };
    await expect(openGateway(wrong)).rejects.toThrow(WiringError);
    await expect(storage.ping()).rejects.toThrow('closed');
  });

  it('[embedding.spool] asks for a folder', async () => {
    const { directory: _, ...input } = parts(createMemoryStorage());
    await expect(openGateway(input)).rejects.toThrow('directory: must name a folder');
  });

  it('[embedding.moved] does not work on a store that was moved, however often it is tried', async () => {
    const storage = createMemoryStorage();
    const note = { state: 'moved', to: 'redis filmgate', at: 1 };
    await storage.values.put(exportNoteName, JSON.stringify(note));
    for (const _ of ['once', 'again'])
      await expect(openGateway(parts(kept(storage)))).rejects.toThrow('would pay twice');
    expect(await storage.accounts.loads()).toEqual([]);
  });

  describe('when the store does not take a receipt before a restart', () => {
    let storage: StorageBundle;
    const state = async () => (await storage.reader.find('film_1'))?.state;

    /** A gateway on the store, with its requests recorded; `isFull` = rejects receipts. */
    async function open(store: { isFull: boolean }) {
      const calls: string[] = [];
      const full = new StorageUnavailable('The disk is full.', { applied: 'no' });
      const recordReceipt: JobStore['recordReceipt'] = (receipt) => {
        calls.push('receipt');
        return store.isFull ? Promise.reject(full) : storage.jobs.recordReceipt(receipt);
      };
      const claimDue: JobStore['claimDue'] = (claim) => {
        calls.push('claim');
        return storage.jobs.claimDue(claim);
      };
      const jobs = { ...storage.jobs, recordReceipt, claimDue };
      return { calls, ...(await openGateway(parts({ ...kept(storage), jobs }))) };
    }

    beforeEach(async () => {
      storage = createMemoryStorage();
      const first = await open({ isFull: true });
      first.start();
      await first.gateway.accept(order);
      await expect.poll(() => first.ports.responseSpool?.entries()).toHaveLength(1);
      await closeAtOnce(first);
      expect(await state()).toBe('dispatching');
    });

    it('[embedding.spool] continues with the video as soon as the store accepts it', async () => {
      const store = { isFull: true };
      const second = await open(store);
      store.isFull = false;
      second.start();
      await clock.advance(5_000);
      await expect.poll(state).toBe('polling');
      await closeAtOnce(second);
    });

    it('[embedding.spool][submission-facts.spool.drained] offers the receipt before anything is claimed', async () => {
      const second = await open({ isFull: false });
      expect(second.calls).toEqual(['receipt']);
      expect(await second.ports.responseSpool?.entries()).toEqual([]);
      second.start();
      await expect.poll(() => second.calls.includes('claim')).toBe(true);
      await closeAtOnce(second);
    });
  });

  it('removes what is older than it is to be kept, from the start on', async () => {
    const input = parts(createMemoryStorage());
    const keptMs = input.options.resultRetentionMs;
    const resultBlobs = createMemoryBlobs({ now: () => clock.now() - 2 * keptMs });
    const digest = await keep(resultBlobs, 'an old video');
    const opened = await openGateway({ ...input, ports: { ...input.ports, resultBlobs } });
    opened.start();
    await expect.poll(() => isThere(resultBlobs, digest)).toBe(false);
    await opened.close(0);
  });
});
