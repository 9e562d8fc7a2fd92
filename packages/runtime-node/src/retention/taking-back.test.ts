import { complete, createMemoryStorage, finish, Scene } from '@filmgate/conformance';
import {
  type BlobStore,
  createGateway,
  defaultCatalog,
  defaultGatewayOptions,
  eraseUser,
  type Job,
  type StorageBundle,
  StorageUnavailable,
} from '@filmgate/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isThere,
  keep,
  openRetentionWorld,
  retentionTimes,
} from '../../test/support/retention-world.ts';

const options = { ...defaultGatewayOptions, catalog: () => defaultCatalog };

function world(wrap: (storage: StorageBundle) => StorageBundle = (storage) => storage) {
  const storage = createMemoryStorage();
  const scene = new Scene(storage);
  const opened = openRetentionWorld(wrap(storage));
  opened.clock.setWall(scene.now);
  return { scene, storage, ...opened };
}

type World = ReturnType<typeof world>;

/** A completed job whose video is these bytes. */
async function videoed({ scene, ports }: World, owner: string, video: string): Promise<Job> {
  const sha256 = await keep(ports.resultBlobs, video);
  const job = await scene.step(await scene.acceptIn('polling', { owner, prompt: video }), finish);
  return scene.step(job, (from, now) => {
    const { next, effects } = complete(from, now);
    const { result } = next;
    if (result === null) throw new Error('a completed job without a result');
    return { next: { ...next, result: { ...result, sha256 } }, effects };
  });
}

async function erasedUser(made: World): Promise<string> {
  const owner = await made.scene.user('u1', 1_000_000);
  await made.scene.account('account-1');
  return owner;
}

const ask = ({ storage, scene }: World) =>
  storage.apiUsers.erase({ id: 'u1', keyDigest: 'of no key', now: scene.now });

const erasureOf = async ({ storage }: World) => (await storage.apiUsers.find('u1'))?.erasure;

describe('the erasure of an API user', () => {
  it('[taking-back.erasure-in-flight][taking-back.erasure-shown] ends what was not sent, and waits for what is in flight', async () => {
    const made = world();
    const { scene, storage, retention } = made;
    const owner = await erasedUser(made);
    const states = [
      'queued',
      'awaiting_configuration',
      'prepared',
      'polling',
      'outcome_unknown',
    ] as const;
    const jobs = new Map<string, Job>();
    for (const state of states) jobs.set(state, await scene.acceptIn(state, { owner, cost: 3 }));
    await ask(made);
    await retention.runOnce();
    const now = async (state: string) => storage.reader.find(jobs.get(state)?.id ?? '');
    for (const state of ['queued', 'awaiting_configuration', 'prepared']) {
      expect(await now(state)).toMatchObject({
        state: 'failed',
        quota: 'released',
        failure: { code: 'owner_erased' },
        request: { prompt: '' },
      });
    }
    for (const state of ['polling', 'outcome_unknown'])
      expect(await now(state)).toEqual(jobs.get(state));
    expect(await erasureOf(made)).toMatchObject({ completedAt: null, remaining: 2 });
    const [polling, unknown] = [jobs.get('polling'), jobs.get('outcome_unknown')];
    if (polling === undefined || unknown === undefined) throw new Error('no job');
    await scene.step(await scene.step(polling, finish), complete);
    await retention.runOnce();
    expect(await now('polling')).toMatchObject({ state: 'completed', result: null });
    expect(await erasureOf(made)).toMatchObject({ completedAt: null, remaining: 1 });
    const resolution = {
      id: unknown.id,
      outcome: 'charged',
      actor: 'admin',
      note: 'seen',
    } as const;
    await made.clock.advance(1_000);
    await createGateway(made.ports, options).resolve(resolution);
    await retention.runOnce();
    expect(await erasureOf(made)).toMatchObject({ completedAt: made.clock.now(), remaining: 0 });
    const trail = JSON.stringify(await storage.reader.trail(unknown.id));
    expect(trail).not.toContain('seen');
  });

  it('[taking-back.erasure] removes videos and uploads, and no bytes another needs', async () => {
    const made = world();
    const { ports, storage, scene } = made;
    const owner = await erasedUser(made);
    const [mine, shared] = [
      await videoed(made, owner, 'mine'),
      await videoed(made, owner, 'shared'),
    ];
    const others = await videoed(made, 'native', 'shared');
    const upload = await keep(ports.assetBlobs, 'an upload');
    const file = { contentType: 'image/png', fileName: 'f', size: 9, kind: 'image' } as const;
    await storage.assets.add({ ...file, id: 'as_1', owner, sha256: upload, createdAt: scene.now });
    await ask(made);
    expect(await eraseUser({ ports }, 'u1')).toBe(0);
    const bytes = (job: Job) => isThere(ports.resultBlobs, job.result?.sha256 ?? '');
    expect([await bytes(mine), await bytes(shared)]).toEqual([false, true]);
    expect(await isThere(ports.assetBlobs, upload)).toBe(false);
    expect(await storage.reader.find(others.id)).toBe(others);
    expect((await storage.apiUsers.usage(owner)).used).toBe(16);
  });

  it('[taking-back.erasure-resumes] interrupted at any call, it resumes and ends as if it had not been', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(40), async (dies) => {
        const plan = { left: Number.POSITIVE_INFINITY };
        const made = world((storage) => mortal(storage, plan));
        const owner = await erasedUser(made);
        for (const video of ['one', 'two', 'three']) await videoed(made, owner, video);
        await made.scene.accept({ owner });
        await ask(made);
        plan.left = dies;
        await eraseUser({ ports: made.ports }, 'u1').catch(() => undefined);
        plan.left = Number.POSITIVE_INFINITY;
        await eraseUser({ ports: made.ports }, 'u1');
        const jobs = await allOf(made, owner);
        expect(jobs.map(({ request, result }) => [request.prompt, result])).toEqual(
          Array.from({ length: 4 }, () => ['', null]),
        );
        expect(await made.ports.resultBlobs.sweepCandidates(everything)).toEqual([]);
        expect(await erasureOf(made)).toMatchObject({ remaining: 0 });
        expect(await made.storage.apiUsers.usage(owner)).toMatchObject({ used: 24, reserved: 0 });
      }),
      { numRuns: 60 },
    );
  });
});

describe('the removal of a video', () => {
  it('[providers.images.removal] leaves equal bytes that were delivered for another job, which has a receipt for them and no result yet', async () => {
    const made = world();
    const { ports, clock } = made;
    await made.scene.account('account-1');
    const job = await videoed(made, 'native', 'equal');
    const sha256 = job.result?.sha256 ?? '';
    const polling = await made.scene.acceptIn('polling', { owner: 'native', prompt: 'other' });
    await made.scene.step(polling, (from, now) => {
      const { next, effects } = finish(from, now);
      const handle = { version: -1, value: { sha256, size: 5, of: 'correlation' } };
      return { next: { ...next, handle }, effects };
    });
    clock.setWall(made.scene.now);
    await clock.advance(3_600_000);
    await createGateway(ports, options).removeResult({ id: job.id, actor: 'admin' });
    expect(await isThere(ports.resultBlobs, sha256)).toBe(true);
  });

  it.each(['dispatching', 'outcome_unknown'] as const)(
    '[providers.images.removal] leaves equal bytes that were delivered for another job in %s, which does not show its receipt yet',
    async (state) => {
      const made = world();
      const { ports, clock, scene, storage } = made;
      await scene.account('account-1');
      const job = await videoed(made, 'native', 'equal');
      const sha256 = job.result?.sha256 ?? '';
      const other = await scene.acceptIn(state, { owner: 'native', prompt: 'other' });
      const handle = { version: -1, value: { sha256, size: 5, of: 'correlation' } };
      const { kind } = await storage.jobs.recordReceipt({
        jobId: other.id,
        correlationId: other.correlationId ?? '',
        accountId: 'account-1',
        endpoint: 'mock',
        handle: JSON.stringify(handle),
        now: scene.now,
      });
      expect(kind).toBe('recorded');
      clock.setWall(scene.now);
      await clock.advance(3_600_000);
      await createGateway(ports, options).removeResult({ id: job.id, actor: 'admin' });
      expect(await isThere(ports.resultBlobs, sha256)).toBe(true);
    },
  );

  it('[taking-back.result-killed] killed before its bytes are gone, leaves bytes that retention removes', async () => {
    const made = world();
    const { ports, clock, retention } = made;
    await made.scene.account('account-1');
    const job = await videoed(made, 'native', 'left behind');
    clock.setWall(made.scene.now);
    const dead: BlobStore = {
      ...ports.resultBlobs,
      remove: async () => {
        throw new StorageUnavailable('killed', { applied: 'no' });
      },
    };
    const gateway = createGateway({ ...ports, resultBlobs: dead }, options);
    await expect(gateway.removeResult({ id: job.id, actor: 'admin' })).rejects.toThrow('killed');
    const digest = job.result?.sha256 ?? '';
    expect((await gateway.openResult(job)).kind).toBe('not-found');
    expect(await isThere(ports.resultBlobs, digest)).toBe(true);
    expect((await gateway.removeResult({ id: job.id, actor: 'admin' })).kind).toBe('no-result');
    await retention.runOnce();
    await clock.advance(retentionTimes.resultsMs + 1);
    await retention.runOnce();
    expect(await isThere(ports.resultBlobs, digest)).toBe(false);
  });
});

const everything = { writtenBefore: Number.MAX_SAFE_INTEGER, after: null, limit: 100 };

async function allOf({ storage }: World, owner: string): Promise<readonly Job[]> {
  const nothing = { surface: null, models: null, accountId: null, search: null };
  const page = await storage.reader.list({
    ...nothing,
    owner,
    states: null,
    createdFrom: null,
    createdUntil: null,
    order: 'newest-first',
    after: null,
    limit: 100,
  });
  return page.kind === 'page' ? page.jobs : [];
}

/** A store whose calls fail after a given number of them. */
function mortal(storage: StorageBundle, plan: { left: number }): StorageBundle {
  const failing = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get(target, name, receiver) {
        const member: unknown = Reflect.get(target, name, receiver);
        if (typeof member !== 'function') return member;
        return (...args: unknown[]) => {
          plan.left -= 1;
          if (plan.left < 0) throw new StorageUnavailable('killed', { applied: 'no' });
          const result: unknown = Reflect.apply(member, target, args);
          return result;
        };
      },
    });
  const { jobs, reader, assets, requestLogs, apiUsers } = storage;
  return {
    ...storage,
    jobs: failing(jobs),
    reader: failing(reader),
    assets: failing(assets),
    requestLogs: failing(requestLogs),
    apiUsers: failing(apiUsers),
  };
}
