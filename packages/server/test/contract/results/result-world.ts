import {
  catalogAt,
  createManualClock,
  createMemoryBlobs,
  createMemoryStorage,
  createSeededIds,
  type ManualClock,
  type MemoryBlobContents,
} from '@filmgate/conformance';
import {
  type BlobStore,
  createGateway,
  defaultGatewayOptions,
  eraseUser,
  type Gateway,
  type GatewayOptions,
  type GatewayPorts,
  type Job,
  type StorageBundle,
  StorageUnavailable,
  type TrailStory,
} from '@filmgate/core';
import {
  createDigest,
  createRunner,
  createTimeWatch,
  type Runner,
  type RunnerOptions,
  inspectMedia,
  recogniseMedia,
  sniffMediaType,
  type TimeWatch,
} from '@filmgate/runtime-node';
import { createResultHost, type ResultHost, type Serve } from './result-host.ts';

const owner = 'user:films';

/**
 * Reads the store rarely where nothing is due, so that a day passes quickly, and any number of times in an instant: its
 * clock counts no turns.
 */
const unhurried = {
  leaseMs: 300_000,
  renewEveryMs: 100_000,
  idleMs: 600_000,
  probeEveryMs: 86_400_000,
  nextTurn: () => Promise.resolve(),
};

/** A store, a disk for results, accounts whose videos end at once, and a stopped clock. */
export class ResultWorld {
  readonly clock: ManualClock = createManualClock();
  readonly storage: StorageBundle = createMemoryStorage();
  readonly host: ResultHost;
  /** Events of the log, oldest first. */
  readonly logged: { readonly level: string; readonly event: string }[] = [];
  /** Bytes free on the disk; null = unknown. */
  freeBytes: number | null = null;
  /** Content of the disk. */
  readonly disk: MemoryBlobContents = { kept: new Map(), temporary: new Map() };
  /** True if the disk rejects writes. */
  isDiskFull = false;
  readonly #ids = createSeededIds(1);
  readonly #options: GatewayOptions;
  readonly #ports: GatewayPorts;
  readonly #gateway: Gateway;
  readonly #time: TimeWatch;
  #runners: Runner[] = [];

  private constructor(serve: Serve, options: Partial<GatewayOptions>) {
    this.host = createResultHost(() => this.clock.now(), serve);
    const catalog = catalogAt('scripted');
    this.#options = { ...defaultGatewayOptions, catalog: () => catalog, ...options };
    const note = (level: string) => (event: string) => void this.logged.push({ level, event });
    this.#ports = {
      storage: this.storage,
      assetBlobs: createMemoryBlobs(),
      resultBlobs: this.#disk(),
      resultSpool: createMemoryBlobs({ now: () => this.clock.now() }),
      upstreams: new Map([['scripted', this.host.client]]),
      clock: this.clock,
      ids: this.#ids,
      digest: createDigest(),
      log: { info: note('info'), warn: note('warn'), error: note('error') },
      fetchReference: async () => ({ kind: 'refused', message: 'this world has no references' }),
      sniffMedia: sniffMediaType,
      inspectMedia,
      recogniseMedia,
      openSecret: () => null,
      trustedNow: () => this.#time.look(),
    };
    this.#time = createTimeWatch(this.#ports);
    this.#gateway = createGateway(this.#ports, this.#options);
  }

  static async open(
    serve: Serve,
    options: Partial<GatewayOptions> = {},
    accounts: readonly string[] = ['one'],
  ): Promise<ResultWorld> {
    const world = new ResultWorld(serve, options);
    const now = world.clock.now();
    for (const [index, id] of accounts.entries()) {
      const families = index === 0 ? ['vm_std-2.0'] : ['vm_std-2.0_faceok'];
      const settings = { label: id, families, enabled: true, concurrency: 500, credits: 1_000_000 };
      await world.storage.accounts.add({ id, endpoint: 'scripted', settings, now });
    }
    const user = { id: 'films', name: 'films', keyDigest: 'digest', keyHint: 'hint' };
    await world.storage.apiUsers.create({ ...user, totalLimit: 1_000_000, now });
    return world;
  }

  /** Starts a process on the store; it runs until the test ends. */
  start(options: Partial<RunnerOptions> = {}): Runner {
    const runner = createRunner({
      ports: this.#ports,
      gatewayOptions: this.#options,
      options: { holder: this.#ids.next(), ...unhurried, ...options },
    });
    runner.start();
    if (this.#runners.length === 0) this.#time.start();
    this.#runners.push(runner);
    return runner;
  }

  /** Confirms the clock, as an administrator does. */
  async confirmClock(): Promise<void> {
    const [id, at] = [this.#ids.next(), this.clock.now()];
    const words = { actor: 'admin', action: 'time.confirm', target: 'clock' };
    const reported = await this.#time.confirm(() => ({
      id,
      at,
      ...words,
      before: null,
      after: null,
    }));
    if (reported === null) throw new Error('there is nothing to confirm');
  }

  async accept(count: number, family = 'vm_std-2.0'): Promise<readonly string[]> {
    const ids: string[] = [];
    for (let made = 0; made < count; made += 1) ids.push(await this.#acceptOne(family));
    return ids;
  }

  async job(id: string): Promise<Job> {
    const job = await this.storage.reader.find(id);
    if (job === undefined) throw new Error(`no job ${id}`);
    return job;
  }

  async statesOf(ids: readonly string[]): Promise<{ readonly [state: string]: number }> {
    const counts: Record<string, number> = {};
    for (const id of ids) {
      const { state } = await this.job(id);
      counts[state] = (counts[state] ?? 0) + 1;
    }
    return counts;
  }

  async trail(id: string): Promise<readonly string[]> {
    return (await this.storage.reader.trail(id)).map(({ what }) => what);
  }

  /** Details of its steps of one kind, oldest first. */
  async reported(id: string, what: string): Promise<readonly TrailStory['detail'][]> {
    const steps = await this.storage.reader.trail(id);
    return steps.filter((step) => step.what === what).map(({ detail }) => detail);
  }

  /** The bytes of a job that an operator can download; undefined when there are none. */
  async fileOf(id: string): Promise<Uint8Array | undefined> {
    const opened = await this.#gateway.openFile({ id });
    if (opened.kind !== 'opened') return undefined;
    const bytes = new Uint8Array(opened.blob.size);
    await opened.blob.readInto(bytes, 0);
    await opened.blob.close();
    return bytes;
  }

  /** Opens a video as the owner of its job; returns the bytes if any, else the reason why there are none. */
  async openedBy(id: string): Promise<Uint8Array | string> {
    const opened = await this.#gateway.openResult({ owner, surface: 'tasks', id });
    if (opened.kind !== 'opened') return opened.kind;
    const bytes = new Uint8Array(opened.blob.size);
    await opened.blob.readInto(bytes, 0);
    await opened.blob.close();
    return bytes;
  }

  /** Keeps only the first bytes of a job's file on the disk, or none. */
  async damage(id: string, left: number | null): Promise<void> {
    const { result, resultFetch } = await this.job(id);
    const sha256 = result?.sha256 ?? resultFetch?.unusable.at(-1)?.sha256 ?? '';
    const file = this.disk.kept.get(sha256);
    if (file === undefined) throw new Error(`no file of ${id}`);
    if (left === null) this.disk.kept.delete(sha256);
    else this.disk.kept.set(sha256, { ...file, bytes: file.bytes.slice(0, left) });
  }

  /** Erases all data of the owner. */
  async eraseOwner(): Promise<void> {
    const now = this.clock.now();
    await this.storage.apiUsers.erase({ id: 'films', keyDigest: 'of no key', now });
    await eraseUser({ ports: this.#ports }, 'films');
  }

  /** Removes the file of a finished job. */
  async removeFile(id: string): Promise<string> {
    return (await this.#gateway.removeResult({ id, actor: 'admin' })).kind;
  }

  /** Credits of the owner: spent, reserved. */
  async money(): Promise<{ readonly used: number; readonly reserved: number }> {
    const { used, reserved } = await this.storage.apiUsers.usage(owner);
    return { used, reserved };
  }

  async end(): Promise<void> {
    const drained = Promise.all([
      ...this.#runners.map((runner) => runner.drain(0)),
      this.#time.stop(),
    ]);
    await this.clock.advance(10_000);
    await drained;
    this.#runners = [];
  }

  #disk(): BlobStore {
    const blobs = createMemoryBlobs({ contents: this.disk, now: () => this.clock.now() });
    return {
      stage: async (input) => {
        if (this.isDiskFull) {
          // Like a disk that fills up during the write: after something was read.
          await input.source[Symbol.asyncIterator]().next();
          throw new StorageUnavailable('The disk is full.', { applied: 'no' });
        }
        return blobs.stage(input);
      },
      commit: (blob) => blobs.commit(blob),
      discard: (blob) => blobs.discard(blob),
      open: (sha256) => blobs.open(sha256),
      remove: (sha256, only) => blobs.remove(sha256, only),
      sweepCandidates: (input) => blobs.sweepCandidates(input),
      freeBytes: async () => this.freeBytes,
    };
  }

  async #acceptOne(family: string): Promise<string> {
    const jobId = `vt_${this.#ids.next()}`;
    const result = await this.#gateway.accept({
      owner,
      surface: 'tasks',
      jobId,
      idempotency: null,
      content: {},
      draft: {
        model: family,
        family,
        mediaType: 'video',
        prompt: 'a prompt',
        negativePrompt: null,
        durationSeconds: 5,
        aspectRatio: '16:9',
        aspectSource: 'default',
        resolution: '720p',
        generateAudio: false,
        references: [],
      },
      warnings: [],
      whenAccountUnavailable: 'await-configuration',
    });
    if (result.kind !== 'accepted') throw new Error(`not accepted: ${result.kind}`);
    return jobId;
  }
}
