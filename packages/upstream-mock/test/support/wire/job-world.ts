import { createHash } from 'node:crypto';
import {
  createManualClock,
  createMemoryBlobs,
  createMemoryStorage,
  createSeededIds,
  trustMedia,
  type ManualClock,
} from '@filmgate/conformance';
import {
  advanceJob,
  createGateway,
  defaultCatalog,
  defaultGatewayOptions,
  allJobsQuery,
  type GatewayPorts,
  type Job,
  type UpstreamClient,
} from '@filmgate/core';

const options = { ...defaultGatewayOptions, catalog: () => defaultCatalog };
const accountId = 'account-1';
const owner = 'user:one';
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
/** Longer than any call may take, in ms. */
const patienceMs = 16 * 60_000;
const lookEveryMs = 10_000;

/** The real core on a store in memory, with one job, one account and one owner; the clock moves only by `pass`. */
export class JobWorld {
  readonly clock: ManualClock;
  readonly #ports: GatewayPorts;

  private constructor(ports: GatewayPorts, clock: ManualClock) {
    this.#ports = ports;
    this.clock = clock;
  }

  static async open(clientAt: (now: () => number) => UpstreamClient): Promise<JobWorld> {
    const clock = createManualClock();
    const storage = createMemoryStorage();
    const client = clientAt(() => clock.now());
    const world = new JobWorld(
      {
        storage,
        assetBlobs: createMemoryBlobs(),
        resultBlobs: createMemoryBlobs(),
        upstreams: new Map([['mock', client]]),
        clock,
        ids: createSeededIds(1),
        digest: { sha256: (data) => createHash('sha256').update(data).digest('hex') },
        log: silent,
        fetchReference: async () => ({ kind: 'refused', message: 'there are no references' }),
        sniffMedia: () => undefined,
        inspectMedia: trustMedia,
        openSecret: () => 'key-1',
      },
      clock,
    );
    const settings = { label: 'one', families: ['*'], enabled: true, concurrency: 1 };
    await storage.accounts.add({ id: accountId, endpoint: 'mock', settings, now: clock.now() });
    await world.stateCredits(null);
    const user = {
      id: 'one',
      name: 'one',
      keyDigest: 'digest',
      keyHint: 'hint',
      totalLimit: 1_000,
    };
    await storage.apiUsers.create({ ...user, now: clock.now() });
    await world.#accept();
    return world;
  }

  /** Sets the balance that a probe of the account returned. */
  async stateCredits(credits: number | null): Promise<void> {
    const now = this.clock.now();
    const probe = { kind: 'ready', credits } as const;
    const look = { id: accountId, probe, askedAt: now, movedCredits: 0, now };
    await this.#ports.storage.accounts.recordProbe(look);
  }

  async #accept(): Promise<void> {
    const draft = {
      model: 'vm_std-2.0',
      family: 'vm_std-2.0',
      mediaType: 'video',
      prompt: 'a lighthouse',
      negativePrompt: null,
      durationSeconds: 5,
      aspectRatio: '16:9',
      aspectSource: 'default',
      resolution: '720p',
      generateAudio: false,
      references: [],
    } as const;
    const result = await createGateway(this.#ports, options).accept({
      owner,
      surface: 'tasks',
      jobId: `vt_${this.#ports.ids.next()}`,
      idempotency: null,
      content: {},
      draft,
      warnings: [],
      whenAccountUnavailable: 'await-configuration',
    });
    if (result.kind !== 'accepted') throw new Error(`the job was not accepted: ${result.kind}`);
  }

  async job(): Promise<Job> {
    const { storage } = this.#ports;
    const page = await storage.reader.list({ ...allJobsQuery, owner: null, limit: 2 });
    const [job] = page.kind === 'page' ? page.jobs : [];
    if (job === undefined) throw new Error('there is no job');
    return job;
  }

  usage() {
    return this.#ports.storage.apiUsers.usage(owner);
  }

  /** Whatever is due takes one step; a call that is stuck ends as its time runs out. */
  async step(stuck: Promise<void> = new Promise(() => undefined)): Promise<void> {
    for (const lane of ['start', 'continue'] as const) {
      const now = this.clock.now();
      const claims = await this.#ports.storage.jobs.claimDue({
        lane,
        families: ['*'],
        limit: 1,
        holder: 'test',
        leaseUntil: now + patienceMs,
        now,
      });
      for (const claim of claims) {
        const { signal } = new AbortController();
        const step = advanceJob({ ports: this.#ports, options, job: claim.job, claim, signal });
        const ended = step.then(() => 'ended' as const);
        let look = await Promise.race([ended, stuck.then(() => 'stuck' as const)]);
        while (look === 'stuck') {
          await this.clock.advance(lookEveryMs);
          const turn = new Promise<'stuck'>((resolve) => setImmediate(resolve, 'stuck'));
          look = await Promise.race([ended, turn]);
        }
      }
    }
  }

  /** Lets so much time pass, in ms, with a step whenever the job is due. */
  async live(ms: number, stuck?: Promise<void>): Promise<void> {
    const end = this.clock.now() + ms;
    for (;;) {
      const { dueAt } = await this.job();
      if (dueAt === null || dueAt > end) break;
      await this.clock.advance(Math.max(1, dueAt - this.clock.now()));
      await this.step(stuck);
    }
    await this.clock.advance(Math.max(0, end - this.clock.now()));
  }
}
