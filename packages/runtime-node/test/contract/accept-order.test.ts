import {
  createManualClock,
  createMemoryBlobs,
  createMemoryStorage,
  createSeededIds,
  trustMedia,
} from '@filmgate/conformance';
import {
  type AcceptCommand,
  createGateway,
  defaultCatalog,
  defaultGatewayOptions,
  type Gateway,
  type GatewayOptions,
  type GatewayPorts,
  type ReferenceSource,
  type StorageBundle,
} from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { createDigest } from '../../src/index.ts';
import { sniffMediaType } from '../../src/media/sniff-media-type.ts';
import { createScriptedUpstream } from '../support/scripted-upstream.ts';

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const hour = 3_600_000;

/** A picture of `size` bytes, with different bytes for each name. */
function picture(name: string, size = 100): Uint8Array {
  const bytes = new Uint8Array(size);
  bytes.set([...png, ...new TextEncoder().encode(name)]);
  return bytes;
}

interface Wish {
  readonly owner?: string;
  readonly key?: string;
  readonly sources?: readonly ReferenceSource[];
}

/** A gateway over memory that records its fetches and writes. */
class AcceptWorld {
  readonly clock = createManualClock();
  readonly storage: StorageBundle = createMemoryStorage();
  readonly fetched: string[] = [];
  readonly blobs = { kept: new Map(), temporary: new Map() };
  isSpaceLow = false;
  /** Called while a reference is fetched. */
  whileFetching: () => Promise<void> = async () => undefined;
  readonly gateway: Gateway;
  readonly #ids = createSeededIds(1);

  constructor(options: Partial<GatewayOptions> = {}) {
    const now = () => this.clock.now();
    const ports: GatewayPorts = {
      storage: this.storage,
      assetBlobs: createMemoryBlobs({ contents: this.blobs, now }),
      resultBlobs: createMemoryBlobs(),
      upstreams: new Map([['mock', createScriptedUpstream(() => this.clock.now()).client]]),
      clock: this.clock,
      ids: this.#ids,
      digest: createDigest(),
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      fetchReference: async (url) => {
        this.fetched.push(url);
        await this.whileFetching();
        return url.includes('bad')
          ? { kind: 'refused', message: 'not there' }
          : { kind: 'fetched', bytes: picture(url) };
      },
      sniffMedia: sniffMediaType,
      // The pictures consist only of their first bytes.
      inspectMedia: trustMedia,
      freeSpace: { isFull: async () => false, isLow: async () => this.isSpaceLow },
      openSecret: () => null,
    };
    const all = { ...defaultGatewayOptions, catalog: () => defaultCatalog, ...options };
    this.gateway = createGateway(ports, all);
  }

  /** Number of files on the disk, kept or temporary. */
  get written(): number {
    return this.blobs.kept.size + this.blobs.temporary.size;
  }

  async user(id: string, limits: { totalLimit?: number | null; maxOpenJobs?: number }) {
    const key = { keyDigest: `digest of ${id}`, keyHint: '…' };
    const { totalLimit = null, ...rest } = limits;
    const user = { id, name: id, ...key, totalLimit, ...rest, now: this.clock.now() };
    await this.storage.apiUsers.create(user);
    return `user:${id}`;
  }

  create({ owner = 'user:one', key, sources = [] }: Wish) {
    return this.gateway.accept({
      ...this.#command(sources),
      owner,
      idempotency: key === undefined ? null : { scope: owner, key },
    });
  }

  #command(sources: readonly ReferenceSource[]): Omit<AcceptCommand, 'owner' | 'idempotency'> {
    const image = { kind: 'image', role: 'reference_image' } as const;
    return {
      surface: 'tasks',
      jobId: `vt_${this.#ids.next()}`,
      content: {},
      draft: {
        model: 'vm_std-2.0',
        family: 'vm_std-2.0',
        mediaType: 'video',
        prompt: 'a prompt',
        negativePrompt: null,
        durationSeconds: 5,
        aspectRatio: '16:9',
        aspectSource: 'default',
        resolution: '720p',
        generateAudio: false,
        references: sources.map((source, index) => ({
          ...image,
          param: `images[${index}]`,
          source,
        })),
      },
      warnings: [],
      whenAccountUnavailable: 'await-configuration',
    };
  }
}

const remote = (name: string): ReferenceSource => ({
  kind: 'url',
  url: `https://pictures.example/${name}.png`,
});
const inline = (name: string, size?: number): ReferenceSource => ({
  kind: 'bytes',
  bytes: picture(name, size),
});

describe('a request that is refused by what is known already', () => {
  const sources = [inline('one'), remote('two')];

  it('[owner-limits.order] has nothing fetched or written when its quota is used up', async () => {
    const world = new AcceptWorld();
    const owner = await world.user('u1', { totalLimit: 0 });
    expect(await world.create({ owner, sources })).toMatchObject({ kind: 'quota-exhausted' });
    expect([world.fetched, world.written]).toEqual([[], 0]);
  });

  it('[owner-limits.order][owner-limits.open-jobs.refused] nor when it has as many open jobs as it may', async () => {
    const world = new AcceptWorld();
    const owner = await world.user('u1', { maxOpenJobs: 1 });
    expect(await world.create({ owner })).toMatchObject({ kind: 'accepted' });
    expect(await world.create({ owner, sources })).toEqual({ kind: 'open-jobs-limit', limit: 1 });
    expect([world.fetched, world.written]).toEqual([[], 0]);
  });

  it('[owner-limits.order] nor when the waiting room is full', async () => {
    const world = new AcceptWorld({ queueLimit: 1, queueOwnerShare: 1 });
    await world.create({});
    expect(await world.create({ sources })).toEqual({ kind: 'queue-full' });
    expect(await world.create({ owner: 'user:two' })).toMatchObject({ kind: 'accepted' });
    expect(await world.create({ sources })).toEqual({ kind: 'owner-share-taken', share: 1 });
    expect([world.fetched, world.written]).toEqual([[], 0]);
  });

  it('[owner-limits.order] nor when no account can take it', async () => {
    const world = new AcceptWorld();
    const settings = { label: 'a', families: ['*'], enabled: true, concurrency: 1, credits: 0 };
    const now = world.clock.now();
    await world.storage.accounts.add({ id: 'a', endpoint: 'mock', settings, now });
    expect(await world.create({ sources })).toMatchObject({ kind: 'not-admitted' });
    expect([world.fetched, world.written]).toEqual([[], 0]);
  });

  it('[owner-limits.order] returns the first one when it repeats it', async () => {
    const world = new AcceptWorld();
    const owner = await world.user('u1', { maxOpenJobs: 1 });
    const first = await world.create({ owner, key: 'k', sources });
    expect(first).toMatchObject({ kind: 'accepted' });
    world.fetched.length = 0;
    expect(await world.create({ owner, key: 'k', sources })).toMatchObject({ kind: 'replayed' });
    expect(world.fetched).toEqual([]);
  });

  it('[owner-limits.order] keeps nothing when it is refused by what came while its references were fetched', async () => {
    const world = new AcceptWorld();
    const owner = await world.user('u1', { maxOpenJobs: 1 });
    world.whileFetching = async () => {
      world.whileFetching = async () => undefined;
      await world.create({ owner });
    };
    expect(await world.create({ owner, sources })).toEqual({ kind: 'open-jobs-limit', limit: 1 });
    expect(world.written).toBe(0);
    expect(await world.storage.assets.heldBytes(owner)).toBe(0);
  });
});

describe('references', () => {
  it('[owner-limits.references.all-or-none] are not kept, the good ones neither, when one is bad', async () => {
    const world = new AcceptWorld();
    const good = Array.from({ length: 8 }, (_, index) => inline(`good ${index}`));
    const refused = await world.create({ sources: [...good, remote('bad')] });
    expect(refused).toMatchObject({ kind: 'reference-refused', param: 'images[8]' });
    expect(world.written).toBe(0);
    expect(await world.storage.assets.heldBytes('user:one')).toBe(0);
    expect(await world.create({ sources: good })).toMatchObject({ kind: 'accepted' });
    expect([world.blobs.kept.size, world.blobs.temporary.size]).toEqual([8, 0]);
  });

  it('[owner-limits.references.places] of at most four requests of one owner are fetched at a time', async () => {
    const world = new AcceptWorld();
    const waiting: (() => void)[] = [];
    let atOnce = 0;
    let most = 0;
    world.whileFetching = async () => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise<void>((resolve) => void waiting.push(resolve));
      atOnce -= 1;
    };
    const all = Array.from({ length: 10 }, (_, index) =>
      world.create({ sources: [remote(`picture ${index}`)] }),
    );
    const other = world.create({ owner: 'user:two', sources: [remote('of another')] });
    const progress = { isDone: false };
    const done = Promise.all([...all, other]).finally(() => {
      progress.isDone = true;
    });
    while (!progress.isDone) {
      await new Promise((resolve) => setImmediate(resolve));
      if (waiting.length >= 5) expect(world.fetched.at(4)).toContain('of another');
      for (const go of waiting.splice(0)) go();
    }
    expect((await done).map(({ kind }) => kind)).toEqual(Array<string>(11).fill('accepted'));
    expect(most).toBe(5);
  });

  it('[idempotency.concurrent-firsts][owner-limits.references.places] two hundred equal requests at once lead to one job, although most have to wait', async () => {
    const world = new AcceptWorld();
    const sources = [remote('one')];
    const responses = await Promise.all(
      Array.from({ length: 200 }, () => world.create({ key: 'k', sources })),
    );
    const accepted = responses.filter(({ kind }) => kind === 'accepted');
    const replayed = responses.filter(({ kind }) => kind === 'replayed');
    expect([accepted.length, replayed.length]).toEqual([1, 199]);
  });

  it('[owner-limits.storage.refused] are refused beyond the allowance of their owner, and leave nothing behind', async () => {
    const world = new AcceptWorld({ ownerStorageBytes: 250 });
    const create = (name: string) => world.create({ sources: [inline(name)] });
    for (const name of ['one', 'two', 'one']) {
      expect(await create(name)).toMatchObject({ kind: 'accepted' });
    }
    const refused = { kind: 'allowance-exhausted', heldBytes: 200, allowance: 250 };
    expect(await create('three')).toEqual(refused);
    expect([world.blobs.kept.size, world.blobs.temporary.size]).toEqual([2, 0]);
    const elsewhere = { owner: 'user:two', sources: [inline('three')] };
    expect(await world.create(elsewhere)).toMatchObject({ kind: 'accepted' });
  });

  it('[owner-limits.space.low] are refused while there is too little room, what brings no bytes is not', async () => {
    const world = new AcceptWorld();
    world.isSpaceLow = true;
    expect(await world.create({ sources: [inline('one')] })).toEqual({ kind: 'space-low' });
    expect(await world.create({ sources: [remote('one')] })).toEqual({ kind: 'space-low' });
    expect([world.fetched, world.written]).toEqual([[], 0]);
    expect(await world.create({})).toMatchObject({ kind: 'accepted' });
  });
});

describe('uploads', () => {
  const upload = (world: AcceptWorld, name: string, owner = 'native') =>
    world.gateway.storeAsset({
      owner,
      source: (async function* pieces() {
        yield picture(name);
      })(),
      announcedBytes: null,
      declaredContentType: 'image/png',
      fileName: null,
    });

  it('[owner-limits.storage.refused] are refused beyond the allowance, also those that race, and leave nothing behind', async () => {
    const world = new AcceptWorld({ ownerStorageBytes: 350 });
    const responses = await Promise.all(
      Array.from({ length: 9 }, (_, index) => upload(world, `file ${index}`)),
    );
    expect(responses.filter(({ kind }) => kind === 'stored')).toHaveLength(3);
    expect(responses.filter(({ kind }) => kind === 'allowance-exhausted')).toHaveLength(6);
    expect([world.blobs.kept.size, world.blobs.temporary.size]).toEqual([3, 0]);
    expect(await upload(world, 'other', 'user:two')).toMatchObject({ kind: 'stored' });
  });

  it('[owner-limits.storage.freed] are possible again when retention has removed the bytes', async () => {
    const world = new AcceptWorld({ ownerStorageBytes: 100 });
    await upload(world, 'first');
    expect(await upload(world, 'second')).toMatchObject({ kind: 'allowance-exhausted' });
    const { assets } = world.storage;
    await world.clock.advance(hour);
    const now = world.clock.now();
    expect(await assets.releaseHoldings({ heldBefore: now, limit: 9 })).toBe(0);
    await assets.removeOlderThan({ createdBefore: now, limit: 9 });
    expect(await assets.releaseHoldings({ heldBefore: now, limit: 9 })).toBe(1);
    expect(await upload(world, 'second')).toMatchObject({ kind: 'stored' });
  });

  it('[owner-limits.space.low] are refused while there is too little room', async () => {
    const world = new AcceptWorld();
    world.isSpaceLow = true;
    expect(await upload(world, 'one')).toEqual({ kind: 'space-low' });
    expect(world.written).toBe(0);
  });
});
