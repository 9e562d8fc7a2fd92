import {
  createJobFactory,
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
  type EventLog,
  type GatewayPorts,
  type Job,
  removeAccount,
  type RemoveAccountResult,
  type StorageBundle,
} from '@filmgate/core';
import { createDigest, createRunner, type Runner, type RunnerOptions } from '../../src/index.ts';
import { sniffMediaType } from '../../src/media/sniff-media-type.ts';
import { createScriptedUpstream, type ScriptedUpstream } from './scripted-upstream.ts';

const gatewayOptions = { ...defaultGatewayOptions, catalog: defaultCatalog };

/** What a job may be told besides the usual. */
interface JobWish {
  readonly owner?: string;
  readonly family?: string;
  readonly pinnedAccountId?: string;
}

/** One store, one upstream, a clock that stands still, and as many runners as asked for. */
export class RunnerWorld {
  readonly clock: ManualClock = createManualClock();
  readonly upstream: ScriptedUpstream = createScriptedUpstream(() => this.clock.now());
  readonly storage: StorageBundle = createMemoryStorage();
  /** Events logged, oldest first. */
  readonly logged: string[] = [];
  /** What befalls calls of the store. */
  faults: FaultPlan = { decide: () => ({ kind: 'none' }) };
  /** How often the store was asked to lease jobs. */
  claimsAsked = 0;
  readonly #ids = createSeededIds(1);
  readonly #ports: GatewayPorts;

  constructor() {
    const note = (event: string): void => void this.logged.push(event);
    const log: EventLog = { info: note, warn: note, error: note };
    this.#ports = {
      storage: withStorageFaults(this.storage, {
        decide: (call) => {
          if (call.method === 'claimDue') this.claimsAsked += 1;
          return this.faults.decide(call);
        },
      }),
      assetBlobs: createMemoryBlobs(),
      resultBlobs: createMemoryBlobs(),
      upstreams: new Map([['scripted', this.upstream.client]]),
      clock: this.clock,
      ids: this.#ids,
      digest: createDigest(),
      log,
      fetchReference: () => Promise.resolve({ kind: 'refused', message: 'there are none' }),
      sniffMedia: sniffMediaType,
      openSecret: () => null,
    };
  }

  runner(options: Partial<RunnerOptions> = {}): Runner {
    const holder = this.#ids.next();
    return createRunner({ ports: this.#ports, gatewayOptions, options: { holder, ...options } });
  }

  /** An account that has credits for everything, or as many as are given. */
  async addAccount(
    id: string,
    concurrency: number,
    families: readonly string[] = ['*'],
    credits = 1_000_000,
  ) {
    const settings = { label: id, families, enabled: true, concurrency, credits };
    await this.storage.accounts.add({ id, provider: 'scripted', settings, now: this.clock.now() });
  }

  /** Accepts a job; gives its id. */
  async accept(wish: JobWish = {}): Promise<string> {
    const { owner = 'user:one', family = 'vm_std-2.0', pinnedAccountId } = wish;
    const jobId = `vt_${this.#ids.next()}`;
    const result = await createGateway(this.#ports, gatewayOptions).accept({
      owner,
      origin: 'tasks',
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
        ...(pinnedAccountId === undefined ? {} : { pinnedAccountId }),
      },
      warnings: [],
      whenAccountUnavailable: 'await-configuration',
    });
    if (result.kind !== 'accepted') throw new Error(`not accepted: ${result.kind}`);
    return jobId;
  }

  async acceptMany(count: number, wish?: JobWish) {
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) ids.push(await this.accept(wish));
    return ids;
  }

  /** Puts jobs into the queue past every check, which is quicker. */
  async fillQueue(count: number): Promise<void> {
    const make = createJobFactory(7);
    const now = this.clock.now();
    for (let index = 0; index < count; index += 1) {
      const job = make.newJob({ now });
      const outcome = await this.storage.jobs.acceptJob({
        job,
        idempotency: null,
        queueLimit: count,
        now,
      });
      if (outcome.kind !== 'accepted') throw new Error(`not accepted: ${outcome.kind}`);
    }
  }

  /** Takes an account out of the pool, as an operator does. */
  removeAccount(id: string): Promise<RemoveAccountResult> {
    return removeAccount(this.#ports, id);
  }

  /** Why a job came to its end, or what it waits for: the words of its trail with their details. */
  async trail(id: string) {
    return (await this.storage.reader.trail(id)).map(({ what, detail }) => ({ what, ...detail }));
  }

  /** Ends runners, however much of theirs hangs. */
  async end(...runners: readonly Runner[]): Promise<void> {
    const drained = Promise.all(runners.map((runner) => runner.drain(0)));
    await this.clock.advance(10_000);
    await drained;
  }

  async job(id: string): Promise<Job> {
    const job = await this.storage.reader.find(id);
    if (job === undefined) throw new Error(`no job ${id}`);
    return job;
  }

  /** Ids of the jobs submitted so far, in order. */
  submitted(): readonly string[] {
    return this.upstream.calls.filter(({ kind }) => kind === 'submit').map(({ job }) => job);
  }

  /** Calls of a kind for an account. */
  callsOf(kind: 'submit' | 'poll' | 'probe', account: string) {
    return this.upstream.calls.filter((call) => call.kind === kind && call.account === account);
  }
}
