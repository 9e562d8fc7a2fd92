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

/** What a job may be told besides the usual. */
interface JobWish {
  readonly owner?: string;
  readonly family?: string;
  readonly pinnedAccountId?: string;
}

/** What a world has besides the usual. */
interface WorldOptions {
  readonly unknownSlotMs?: number;
  readonly responseSpool?: ResponseSpool;
  /** Made where the upstream is set up, which is at the places `scripted` and `second`. Absent = all families at `scripted`. */
  readonly catalog?: ModelCatalog;
}

/** One store, one upstream, a clock that stands still, and as many runners as asked for. */
export class RunnerWorld {
  readonly clock: ManualClock = createManualClock();
  readonly upstream: ScriptedUpstream;
  readonly storage: StorageBundle = createMemoryStorage();
  /** Events logged, oldest first. */
  readonly logged: string[] = [];
  /** What befalls calls of the store. */
  faults: FaultPlan = { decide: () => ({ kind: 'none' }) };
  /** Fields of the errors that were logged. */
  readonly errors: { readonly event: string; readonly fields: unknown }[] = [];
  /** Whether the store loses each dispatch record as soon as it has answered. */
  forgetsDispatches = false;
  /** Whether the store knows of no handle any more that was recorded. */
  forgetsHandles = false;
  /** How often the store was asked to lease jobs. */
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
        const place = this.forgetsHandles ? `${input.place}, forgotten` : input.place;
        return jobs.recordReceipt({ ...input, place });
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

  /** Has these methods of the store fail from now on, and no others. */
  refuse(...methods: readonly string[]): void {
    this.faults = {
      decide: ({ method }) =>
        methods.includes(method) ? { kind: 'before', applied: 'no' } : { kind: 'none' },
    };
  }

  /** An account that has credits for everything, or as many as are given. */
  async addAccount(
    id: string,
    concurrency: number,
    families: readonly string[] = ['*'],
    credits: number | null = 1_000_000,
    provider = 'scripted',
  ) {
    const settings = { label: id, families, enabled: true, concurrency, credits };
    await this.storage.accounts.add({ id, provider, settings, now: this.clock.now() });
  }

  /** Accepts a job; gives its id. */
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

  /** What the erasure of a user works with. */
  eraseContext(): EraseUserContext {
    return { ports: this.ports };
  }

  /** Ends the jobs that no account can take any more, as each round of retention does. */
  endStranded(): Promise<number> {
    return endStrandedJobs({ ports: this.ports });
  }

  /** Has something happen to a job past every runner. */
  async happen(id: string, event: JobEvent): Promise<void> {
    const from = await this.job(id);
    const now = this.clock.now();
    const step = transition(from, event, now);
    if (step.kind !== 'next') throw new Error(`${event.kind} cannot happen to ${step.state}`);
    const { job: next, effects } = step;
    await this.storage.jobs.commit({ claim: null, from, next, effects, lease: 'keep', now });
  }

  /** Leaves a job as a release did that prepared it in an act of its own, and was stopped before it recorded the dispatch. */
  async prepareAsBefore(id: string, accountId: string): Promise<void> {
    const from = await this.job(id);
    const now = this.clock.now();
    const step = transition(
      from,
      {
        kind: 'account-chosen',
        accountId,
        route: { provider: 'scripted', model: from.request.family },
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

  /** Leaves a job waiting, with a dispatch record of its present try, as a store has it that went back in part. */
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

  /** Brings what lies in the spool to the store. */
  drain(): Promise<number> {
    return drainResponses(this.ports, this.#gatewayOptions);
  }

  /** Looks at a job again, as an operator does. */
  async check(id: string): Promise<CheckResult> {
    return await this.gateway().check({ id, signal: new AbortController().signal });
  }

  /** What an operator has in hand. */
  gateway(): Gateway {
    return createGateway(this.ports, this.#gatewayOptions);
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
  callsOf(kind: 'stage' | 'submit' | 'poll' | 'probe', account: string) {
    return this.upstream.calls.filter((call) => call.kind === kind && call.account === account);
  }
}
