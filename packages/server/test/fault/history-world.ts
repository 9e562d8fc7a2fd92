import {
  createManualClock,
  createMemoryBlobs,
  createMemoryStorage,
  createSeededIds,
  type FaultPlan,
  type ManualClock,
  withStorageFaults,
} from '@filmgate/conformance';
import {
  createGateway,
  defaultCatalog,
  defaultGatewayOptions,
  everyJob,
  type Gateway,
  type GatewayPorts,
  type Job,
  probeAccount,
} from '@filmgate/core';
import { createDigest, createRunner, sniffMediaType } from '@filmgate/runtime-node';
import {
  createHistoryUpstream,
  type HistoryUpstream,
  type UpstreamBehaviour,
} from './history-upstream.ts';
import { mortal } from './mortal.ts';

export const owner = 'user:history';
export const accountConcurrency = 2;

const options = {
  ...defaultGatewayOptions,
  catalog: defaultCatalog,
  // Longer than the upstream works on a job, so that a slot given up is free there too.
  unknownSlotMs: 120_000,
};
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** One store and one upstream, and a gateway process on them that can die and be started again. */
export class HistoryWorld {
  readonly clock: ManualClock;
  readonly upstream: HistoryUpstream;
  readonly #ports: GatewayPorts;
  readonly #plan: { current: FaultPlan };
  #process: { readonly gateway: Gateway; readonly life: { dead: boolean } };

  private constructor(
    ports: GatewayPorts,
    world: Pick<HistoryWorld, 'clock' | 'upstream'>,
    plan: { current: FaultPlan },
  ) {
    this.clock = world.clock;
    this.upstream = world.upstream;
    this.#ports = ports;
    this.#plan = plan;
    this.#process = { gateway: createGateway(ports, options), life: { dead: true } };
  }

  static async open(input: {
    readonly script: readonly UpstreamBehaviour[];
    readonly faults: FaultPlan;
    readonly quotaLimit: number;
    readonly video: Uint8Array;
  }): Promise<HistoryWorld> {
    const plan = { current: input.faults };
    const storage = createMemoryStorage();
    const clock = createManualClock();
    const upstream = createHistoryUpstream({
      now: () => clock.now(),
      script: input.script,
      video: input.video,
    });
    const ports: GatewayPorts = {
      storage: withStorageFaults(storage, { decide: (call) => plan.current.decide(call) }),
      assetBlobs: createMemoryBlobs(),
      resultBlobs: createMemoryBlobs(),
      upstreams: new Map([['history', upstream.client]]),
      clock,
      ids: createSeededIds(1),
      digest: createDigest(),
      log: silent,
      fetchReference: async () => ({ kind: 'refused', message: 'no references in histories' }),
      sniffMedia: sniffMediaType,
      openSecret: () => null,
    };
    for (const id of ['one', 'two']) {
      const settings = {
        label: id,
        families: ['*'],
        enabled: true,
        concurrency: accountConcurrency,
      };
      await storage.accounts.add({ id, provider: 'history', settings, now: clock.now() });
      await storage.accounts.recordProbe({
        id,
        probe: { kind: 'ready', credits: null },
        askedAt: clock.now(),
        movedCredits: 0,
        now: clock.now(),
      });
    }
    const user = {
      id: 'history',
      name: 'history',
      keyDigest: 'digest',
      keyHint: 'hint',
      totalLimit: input.quotaLimit,
    };
    await storage.apiUsers.create({ ...user, now: clock.now() });
    const world = new HistoryWorld(ports, { clock, upstream }, plan);
    world.restart();
    return world;
  }

  get storage() {
    return this.#ports.storage;
  }

  /** The process dies where it stands and another one takes over. */
  restart(): void {
    this.#process.life.dead = true;
    const life = { dead: false };
    const ports = mortal(this.#ports, life);
    const runner = createRunner({
      ports,
      gatewayOptions: options,
      options: { holder: this.#ports.ids.next() },
    });
    runner.start();
    this.#process = { gateway: createGateway(ports, options), life };
  }

  heal(): void {
    this.#plan.current = { decide: () => ({ kind: 'none' }) };
  }

  stop(): void {
    this.#process.life.dead = true;
  }

  async create(key: number, prompt: string): Promise<string> {
    const draft = {
      model: 'vm_std-2.0',
      family: 'vm_std-2.0',
      mediaType: 'video',
      prompt,
      negativePrompt: null,
      durationSeconds: 5,
      aspectRatio: '16:9',
      aspectSource: 'default',
      resolution: '720p',
      generateAudio: false,
      references: [],
    } as const;
    const result = await this.#process.gateway.accept({
      owner,
      origin: 'tasks',
      jobId: `vt_${this.#ports.ids.next()}`,
      idempotency: { scope: `${owner}|create`, key: String(key) },
      content: { prompt },
      draft,
      warnings: [],
      whenAccountUnavailable: 'await-configuration',
    });
    return result.kind;
  }

  async check(id: string): Promise<void> {
    await this.#process.gateway.check({ id, signal: new AbortController().signal });
  }

  /** Accounts whose login a refusal took away get it back, as an operator would do. */
  async restoreAccounts(): Promise<void> {
    const now = this.clock.now();
    for (const id of ['one', 'two']) {
      await this.storage.accounts.recordProbe({
        id,
        probe: { kind: 'ready', credits: null },
        askedAt: now,
        movedCredits: 0,
        now,
      });
      await probeAccount(this.#ports, options, { id, signal: new AbortController().signal });
    }
  }

  async jobs(): Promise<readonly Job[]> {
    const page = await this.storage.reader.list({
      ...everyJob,
      owner: null,
      order: 'oldest-first',
      limit: 1_000,
    });
    return page.kind === 'page' ? page.jobs : [];
  }
}
