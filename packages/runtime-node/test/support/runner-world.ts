import {
  catalogAt,
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
  type AccountSettings,
  editAccount,
  probeAccount,
  type ResponseSpool,
  type CheckResult,
  createGateway,
  defaultGatewayOptions,
  drainResponses,
  type EraseUserContext,
  type Gateway,
  type Logger,
  type GatewayOptions,
  type GatewayPorts,
  type Job,
  type JobEvent,
  type JobStore,
  type ModelCatalog,
  endStrandedJobs,
  removeAccount,
  type RemoveAccountResult,
  type StorageBundle,
  transition,
} from '@filmgate/core';
import { createDigest, createRunner, type Runner, type RunnerOptions } from '../../src/index.ts';
import { inspectMedia } from '../../src/media/inspect-media.ts';
import { sniffMediaType } from '../../src/media/sniff-media-type.ts';
import {
  createScriptedUpstream,
  type ScriptedAbilities,
  type ScriptedUpstream,
} from './scripted-upstream.ts';

/** Optional properties of a job. */
interface JobWish {
  readonly owner?: string;
  readonly family?: string;
  readonly pinnedAccountId?: string;
}

/** Optional properties of a world. */
interface WorldOptions {
  readonly unknownSlotMs?: number;
  readonly responseSpool?: ResponseSpool;
  /**
   * Its families are made at the endpoints of the upstream, `scripted` and `second`. Absent = all families at
   * `scripted`.
   */
  readonly catalog?: ModelCatalog;
}

/** One store, one upstream, a stopped clock, and any number of runners. */
export class RunnerWorld {
  readonly clock: ManualClock = createManualClock();
  readonly upstream: ScriptedUpstream;
  readonly storage: StorageBundle = createMemoryStorage();
  /** Events logged, oldest first. */
  readonly logged: string[] = [];
  /** Faults injected into calls of the store. */
  faults: FaultPlan = { decide: () => ({ kind: 'none' }) };
  /** Fields of the errors that were logged. */
  readonly errors: { readonly event: string; readonly fields: unknown }[] = [];
  /** True if the store loses each dispatch record as soon as it has confirmed it. */
  forgetsDispatches = false;
  /** True if the store has lost every recorded handle. */
  forgetsHandles = false;
  /** Number of requests to the store to lease jobs. */
  claimsAsked = 0;
  /** Accounts whose secret was opened, in order. */
  readonly secretsOpened: string[] = [];
  readonly #ids = createSeededIds(1);
  readonly ports: GatewayPorts;
  readonly #gatewayOptions: GatewayOptions;

  constructor(options: ScriptedAbilities & WorldOptions = {}) {
    const { responseSpool, catalog = catalogAt('scripted'), unknownSlotMs, ...abilities } = options;
    this.#gatewayOptions = {
      ...defaultGatewayOptions,
      catalog: () => catalog,
      ...(unknownSlotMs !== undefined && { unknownSlotMs }),
    };
    this.upstream = createScriptedUpstream(() => this.clock.now(), abilities);
    const note = (event: string): void => void this.logged.push(event);
    const error: Logger['error'] = (event, _fault, fields) => {
      note(event);
      this.errors.push({ event, fields });
    };
    const log: Logger = { info: note, warn: note, error };
    const { jobs } = this.storage;
    const forgetful: JobStore = {
      ...jobs,
      recordDispatch: async (input) =>
        this.forgetsDispatches ? { kind: 'recorded', job: input.next } : jobs.recordDispatch(input),
      recordReceipt: (input) => {
        const endpoint = this.forgetsHandles ? `${input.endpoint}, forgotten` : input.endpoint;
        return jobs.recordReceipt({ ...input, endpoint });
      },
    };
    this.ports = {
      ...(responseSpool !== undefined && { responseSpool }),
      storage: withStorageFaults(
        { ...this.storage, jobs: forgetful },
        {
          decide: (call) => {
            if (call.method === 'claimDue') this.claimsAsked += 1;
            return this.faults.decide(call);
          },
        },
      ),
      assetBlobs: createMemoryBlobs(),
      resultBlobs: createMemoryBlobs(),
      upstreams: new Map([
        ['scripted', this.upstream.client],
        ['second', this.upstream.client],
      ]),
      clock: this.clock,
      ids: this.#ids,
      digest: createDigest(),
      log,
      fetchReference: () =>
        Promise.resolve({ kind: 'refused', message: 'this world has no references' }),
      sniffMedia: sniffMediaType,
      inspectMedia,
      openSecret: (accountId, sealed) => {
        this.secretsOpened.push(accountId);
        return sealed ?? null;
      },
    };
  }

  runner(options: Partial<RunnerOptions> = {}): Runner {
    const holder = this.#ids.next();
    return createRunner({
      ports: this.ports,
      gatewayOptions: this.#gatewayOptions,
      options: { holder, ...options },
    });
  }

  /** Makes these methods of the store fail from now on, and no others. */
  refuse(...methods: readonly string[]): void {
    this.faults = {
      decide: ({ method }) =>
        methods.includes(method) ? { kind: 'before', applied: 'no' } : { kind: 'none' },
    };
  }

  /** Adds an account with credits for everything, or with the given number. */
  async addAccount(
    id: string,
    concurrency: number,
    families: readonly string[] = ['*'],
    credits: number | null = 1_000_000,
    endpoint = 'scripted',
  ) {
    const settings = { label: id, families, enabled: true, concurrency, credits };
    await this.storage.accounts.add({ id, endpoint, settings, now: this.clock.now() });
  }

  /** Accepts a job; returns its id. */
  async accept(wish: JobWish = {}): Promise<string> {
    const { owner = 'user:one', family = 'vm_std-2.0', pinnedAccountId } = wish;
    const jobId = `vt_${this.#ids.next()}`;
    const result = await createGateway(this.ports, this.#gatewayOptions).accept({
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

  /** Writes jobs into the queue without any check, which is faster. */
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

  /** Changes an account, as an operator does. */
  async edit(id: string, settings: AccountSettings): Promise<void> {
    await editAccount(this.ports, { id, settings, now: this.clock.now() });
  }

  /** Tests an account, as an operator does. */
  async probe(id: string): Promise<void> {
    const { signal } = new AbortController();
    await probeAccount(this.ports, this.#gatewayOptions, { id, signal, isTest: true });
  }

  /** Takes an account out of the pool, as an operator does. */
  removeAccount(id: string): Promise<RemoveAccountResult> {
    return removeAccount(this.ports, id);
  }

  /** Context for the erasure of a user. */
  eraseContext(): EraseUserContext {
    return { ports: this.ports };
  }

  /** Ends the jobs that no account can take any more, as each round of retention does. */
  endStranded(): Promise<number> {
    return endStrandedJobs({ ports: this.ports });
  }

  /** Applies an event to a job, bypassing every runner. */
  async happen(id: string, event: JobEvent): Promise<void> {
    const from = await this.job(id);
    const now = this.clock.now();
    const step = transition(from, event, now);
    if (step.kind !== 'next') throw new Error(`${event.kind} cannot happen to ${step.state}`);
    const { job: next, effects } = step;
    await this.storage.jobs.commit({ claim: null, from, next, effects, lease: 'keep', now });
  }

  /**
   * Leaves a job as a former release did that prepared it in a separate transaction, and stopped before it recorded the
   * dispatch.
   */
  async prepareAsBefore(id: string, accountId: string): Promise<void> {
    const from = await this.job(id);
    const now = this.clock.now();
    const step = transition(
      from,
      {
        kind: 'account-chosen',
        accountId,
        route: { endpoint: 'scripted', model: from.request.family },
        expectedSize: null,
        cost: { unit: 'credits', estimate: from.price, charges: 'acceptance' },
        submission: { version: 1, value: 'of the earlier release' },
        correlationId: `${id}.1`,
        sendDeadlineAt: now,
        refusals: [],
      },
      now,
    );
    if (step.kind !== 'next') throw new Error(`${step.event} cannot happen to ${step.state}`);
    const next: Job = { ...step.job, state: 'prepared', sendDeadlineAt: null };
    const { effects } = step;
    await this.storage.jobs.commit({ claim: null, from, next, effects, lease: 'keep', now });
  }

  /** Leaves a job waiting, with a dispatch record of its present attempt, as in a store that partly went back. */
  async recordDispatchOnly(id: string): Promise<void> {
    const now = this.clock.now();
    const claim = (
      await this.storage.jobs.claimDue({
        lane: 'start',
        families: ['*'],
        limit: 1000,
        holder: 'of the lost past',
        leaseUntil: now + 30_000,
        now,
      })
    ).find(({ job }) => job.id === id);
    if (claim === undefined) throw new Error(`${id} cannot be claimed`);
    const { job: from } = claim;
    const outcome = await this.storage.jobs.recordDispatch({
      claim,
      from,
      next: { ...from, version: from.version + 1 },
      effects: [],
      lease: 'release',
      correlationId: `${id}.1`,
      requestDigest: 'of what was sent',
      sendDeadlineAt: now,
      now,
    });
    if (outcome.kind !== 'recorded') throw new Error(`not recorded: ${outcome.kind}`);
  }

  /** Writes the entries of the spool to the store. */
  drain(): Promise<number> {
    return drainResponses(this.ports, this.#gatewayOptions);
  }

  /** Checks a job again, as an operator does. */
  async check(id: string): Promise<CheckResult> {
    return await this.gateway().check({ id, signal: new AbortController().signal });
  }

  /** Gateway operations of an operator. */
  gateway(): Gateway {
    return createGateway(this.ports, this.#gatewayOptions);
  }

  /** Steps of a job's trail with their details: why it ended, or what it waits for. */
  async trail(id: string) {
    return (await this.storage.reader.trail(id)).map(({ what, detail }) => ({ what, ...detail }));
  }

  /** Stops runners, even with hanging work. */
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
  callsOf(kind: 'stage' | 'submit' | 'poll' | 'probe', account: string) {
    return this.upstream.calls.filter((call) => call.kind === kind && call.account === account);
  }
}
