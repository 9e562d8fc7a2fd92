import { catalogAt, createSeededIds } from '@filmgate/conformance';
import {
  acknowledgeLoss,
  createGateway,
  defaultGatewayOptions,
  allJobsQuery,
  type GatewayPorts,
  type IdSource,
  type Job,
  type StorageBundle,
} from '@filmgate/core';
import {
  bringResponses,
  createDigest,
  createRunner,
  createTimeWatch,
  createRetention,
  type Runner,
  inspectMedia,
  recogniseMedia,
  sniffMediaType,
} from '@filmgate/runtime-node';
import { chanceOf } from './chance.ts';
import { Deliveries } from './deliveries.ts';
import type { Videos } from './video.ts';
import type { Hazard } from './act.ts';
import type { History } from './history.ts';
import { JobWatch } from './job-watch.ts';
import { LeaseWatch } from './lease-watch.ts';
import { Line } from './line.ts';
import { MachineClock, worldBeganAt } from './machine-clock.ts';
import { MachineSpool } from './machine-spool.ts';
import { NodeProcess } from './node-process.ts';
import type { RareSituations } from './rare-situations.ts';
import { Scheduler } from './scheduler.ts';
import { StoredFiles } from './stored-files.ts';
import { TraceHash } from './trace-hash.ts';
import type { Surfaces } from './surfaces.ts';
import type { Door } from './door.ts';
import { WorldCallers } from './world-callers.ts';
import type { WorldStore, WorldStoreFactory } from './world-store.ts';
import { WorldUpstream } from './world-upstream.ts';

/** Retention of finished jobs and videos in every world, ms. */
export const retentionTimes = { jobsMs: 6_000_000, resultsMs: 5_400_000 } as const;

const catalog = catalogAt('world');
const gatewayOptions = {
  ...defaultGatewayOptions,
  catalog: () => catalog,
  // Shorter than some work takes.
  jobDeadlineMs: 1_800_000,
  resultRetentionMs: retentionTimes.resultsMs,
};

/** Reads of an idle store are rarer than in a real process, or nothing else would happen in a world. */
const runnerOptions = { idleMs: 900_000, blockedMs: 5_000, probeEveryMs: 900_000 } as const;

/** Capacity of a spool, in responses: in some histories one waiting response is too many. */
const roomOfSpools = { small: 1, usual: 50 } as const;

/** Time until an operator acknowledges the loss of a store that went back, true ms. */
const acknowledgedAfterMs = 50_000;

/** Maximum number of moments in which a response is awaited. */
const mostLooks = 10_000;
/** Time to replace a database by a copy, true ms. */
const restartedAfterMs = 5_000;

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A running process on a machine. */
export interface RunningNode extends Door {
  readonly ports: GatewayPorts;
  readonly runner: Runner;
  /** Runs one round of retention. */
  keepUp(): Promise<void>;
}

/** Changes of a broken variant of the product: each must be detected. */
export interface Breakage {
  /** Ports as a broken product would use them. */
  readonly ports?: (ports: GatewayPorts) => GatewayPorts;
}

export interface WorldSetting {
  readonly videos: Videos;
  readonly createStore: WorldStoreFactory;
  readonly situations: RareSituations;
  readonly surfaces: Surfaces;
  readonly breakage?: Breakage;
}

/** One store, one upstream, up to three machines and all events between them. */
export class World {
  readonly history: History;
  readonly hazards: ReadonlySet<Hazard>;
  readonly situations: RareSituations;
  readonly scheduler: Scheduler;
  readonly trace: TraceHash;
  readonly upstream: WorldUpstream;
  readonly line: Line;
  readonly store: WorldStore;
  /** The store as an observer sees it: at once, and without faults. */
  readonly view: StorageBundle;
  /** Ports of a command at the first machine. */
  readonly byHand: Pick<GatewayPorts, 'storage' | 'clock' | 'log'>;
  readonly callers: WorldCallers;
  readonly watch: JobWatch;
  readonly leases = new LeaseWatch();
  readonly machines: readonly MachineClock[];
  readonly files: StoredFiles;
  readonly deliveries = new Deliveries();
  /** Spool on the disk of each machine. */
  readonly #spools: readonly MachineSpool[];
  /** Running process on each machine; null while there is none. */
  readonly nodes: (RunningNode | null)[];
  readonly #ids: IdSource;
  readonly #breakage: Breakage;
  readonly #surfaces: Surfaces;
  #starts = 0;
  /** True times at which the store went back. */
  readonly wentBackAt: number[] = [];
  /** Number of times the store had gone back when its backup was made. */
  #backedUpAfter = 0;

  private constructor(
    history: History,
    setting: WorldSetting,
    { scheduler, store }: { readonly scheduler: Scheduler; readonly store: WorldStore },
  ) {
    const { seed, isFindable, isKeyed } = history;
    this.scheduler = scheduler;
    this.trace = new TraceHash(scheduler);
    this.history = history;
    this.hazards = new Set(history.hazards);
    this.situations = setting.situations;
    this.#breakage = setting.breakage ?? {};
    this.#surfaces = setting.surfaces;
    this.store = store;
    // An observer uses the instants of the first machine, as an operator at it does.
    this.view = store.connect(() => this.machines[0]?.now() ?? worldBeganAt);
    const clock = { ...motionless, now: () => this.machines[0]?.now() ?? worldBeganAt };
    this.byHand = { storage: this.view, clock, log: silent };
    this.#ids = createSeededIds(seed);
    const { hazards, situations, trace } = this;
    this.line = new Line({ scheduler, seed, hazards, trace, situations });
    this.upstream = new WorldUpstream({
      scheduler,
      seed,
      hazards,
      isFindable,
      isKeyed,
      videos: setting.videos,
      situations,
      jobOf: (jobId) => this.watch.jobs.get(jobId)?.job,
      mayLackSlot: (jobId) => this.watch.withoutSlot.has(jobId),
    });
    this.watch = new JobWatch(this);
    this.callers = new WorldCallers(this, () => this.#ids.next());
    this.watch.attach(this.view);
    this.machines = Array.from(
      { length: store.processes === 'one' ? 1 : history.nodes },
      (_, index) => this.#machine(index),
    );
    this.nodes = this.machines.map(() => null);
    const [only, ...others] = this.machines;
    // Several machines share a file server; its clock is correct.
    const fileClock = only === undefined || others.length > 0 ? this.#machine(null) : only;
    this.files = new StoredFiles(() => fileClock.now());
    const room = hazards.has('small-spool') ? roomOfSpools.small : roomOfSpools.usual;
    this.#spools = this.machines.map(() => new MachineSpool(scheduler, { room }));
  }

  static async open(history: History, setting: WorldSetting): Promise<World> {
    const scheduler = new Scheduler();
    const store = await setting.createStore({
      now: () => scheduler.now,
      after: (ms, run) => scheduler.after(ms, run),
      defer: (run) => scheduler.defer(run),
      trueNow: () => worldBeganAt + scheduler.now,
      machines: history.nodes,
      goesBack: history.hazards.includes('store-goes-back'),
    });
    return new World(history, setting, { scheduler, store });
  }

  /** Clock of a machine; without a number a correct one. */
  #machine(index: number | null): MachineClock {
    if (index === null) return new MachineClock(this.scheduler, { offMs: 0, rate: 1 });
    const chance = chanceOf(this.history.seed, `machine ${index}`);
    const offMs = this.hazards.has('nodes-apart') ? chance.between(-40_000, 40_000) : 0;
    const rate = this.hazards.has('clock-drift') ? chance.between(0.99, 1.01) : 1;
    return new MachineClock(this.scheduler, { offMs, rate });
  }

  /** Node of an act: the named one, or another one where that one is down. */
  nodeFor(index: number): RunningNode | null {
    const at = index % this.nodes.length;
    return this.nodes[at] ?? this.nodes.find((node) => node !== null) ?? null;
  }

  /** Starts the gateway on a machine, even where one is already running. */
  start(index: number): RunningNode {
    const [machine, spool] = [this.machines[index], this.#spools[index]];
    if (machine === undefined || spool === undefined)
      throw new Error(`There is no machine ${index}.`);
    const node = this.#run(machine, spool, { name: String(index), store: this.store });
    this.nodes[index] = node;
    return node;
  }

  /**
   * Starts a gateway on the first machine with a copy of the store, which its operator stops after `ms` true ms.
   * Returns false where no copies exist.
   */
  startCopy(ms: number): boolean {
    const [machine, store] = [this.machines[0], this.store.copy?.()];
    if (machine === undefined || store === undefined) return false;
    const spool = new MachineSpool(this.scheduler, { room: roomOfSpools.usual });
    const node = this.#run(machine, spool, { name: 'copy', store });
    this.scheduler.after(ms, () => {
      this.kill(node);
      return true;
    });
    return true;
  }

  #run(
    machine: MachineClock,
    spool: MachineSpool,
    { name, store }: { readonly name: string; readonly store: WorldStore },
  ): RunningNode {
    this.#starts += 1;
    const process = new NodeProcess(this.scheduler, machine, `${name}.${this.#starts}`);
    if (spool.isFull) this.situations.note('spool full at a start');
    const opened = this.#portsOf(process, { spool, store });
    const time = createTimeWatch(opened);
    const ports = { ...opened, trustedNow: () => time.look() };
    const holder = this.#ids.next();
    const nextTurn = (): Promise<void> => new Promise((resolve) => process.hear(0, resolve));
    const options = { ...runnerOptions, holder, nextTurn };
    const runner = createRunner({ ports, gatewayOptions, options });
    const keeping = {
      ...retentionTimes,
      logsMs: 86_400_000,
      sessionIdleMs: 3_600_000,
      loginWindowMs: 900_000,
    };
    const retention = createRetention({ ports, retention: keeping, time });
    const gateway = createGateway(ports, gatewayOptions);
    const node: RunningNode = {
      process,
      ports,
      runner,
      gateway,
      surfaces: this.history.isOverHttp
        ? this.#surfaces.enter({
            ports,
            gateway,
            options: gatewayOptions,
            time,
            openAdminSession: () => this.#openAdminSession(machine),
            onRequest: (pending) => this.scheduler.goesByTurns(pending),
          })
        : null,
      authenticate: async (keyDigest) => {
        const known = await ports.storage.apiUsers.authenticate({ keyDigest, now: machine.now() });
        return known.kind === 'known' ? known.id : null;
      },
      keepUp: () => retention.runOnce(),
    };
    const bring = (): Promise<void> => bringResponses(ports, gatewayOptions);
    void spool.bringAll(process, bring).then(() => runner.start());
    if (this.hazards.has('upkeep')) time.start();
    return node;
  }

  async #openAdminSession(machine: MachineClock): Promise<string> {
    const id = this.#ids.next();
    const now = machine.now();
    await this.view.adminAccess
      .openSession({
        idDigest: createDigest().sha256(id),
        username: 'admin',
        createdAt: now,
        lastSeenAt: now,
        expiresAt: now + 86_400_000,
        loginSince: 0,
      })
      // Its requests then find no session, and another one is opened.
      .catch(() => undefined);
    return id;
  }

  #portsOf(
    process: NodeProcess,
    { spool, store }: { readonly spool: MachineSpool; readonly store: WorldStore },
  ): GatewayPorts {
    const ports: GatewayPorts = {
      storage: this.#storageOf(process, store),
      assetBlobs: this.line.between(process, this.files.blobs, 'assets'),
      resultBlobs: this.line.between(process, this.files.blobs, 'films'),
      upstreams: new Map([['world', this.upstream.clientFor(process)]]),
      clock: process.clock(),
      ids: this.#ids,
      digest: createDigest(),
      log: silent,
      fetchReference: async () => ({ kind: 'refused', message: 'no references in histories' }),
      sniffMedia: sniffMediaType,
      inspectMedia,
      recogniseMedia,
      openSecret: (_accountId, sealed) => sealed ?? null,
      responseSpool: spool.connect(process),
    };
    return this.#breakage.ports?.(ports) ?? ports;
  }

  #storageOf(process: NodeProcess, store: WorldStore): StorageBundle {
    const bundle = store.connect(() => process.machine.now());
    const between = <Port extends object>(port: Port, name: string): Port =>
      this.line.between(process, port, name);
    const { events } = bundle;
    const heard =
      <Word extends readonly unknown[]>(listener: (...word: Word) => void) =>
      (...word: Word): void =>
        process.hear(1, () => listener(...word));
    return {
      ...bundle,
      jobs: between(this.leases.between(bundle.jobs), 'jobs'),
      reader: between(bundle.reader, 'reader'),
      accounts: between(bundle.accounts, 'accounts'),
      apiUsers: between(bundle.apiUsers, 'apiUsers'),
      adminAccess: between(bundle.adminAccess, 'adminAccess'),
      assets: between(bundle.assets, 'assets'),
      values: between(bundle.values, 'values'),
      operationSamples: between(bundle.operationSamples, 'operationSamples'),
      events: {
        subscribe: (id, listener) => events.subscribe(id, heard(listener)),
        subscribeAll: (listener) => events.subscribeAll(heard(listener)),
        onWork: (listener) => events.onWork(heard(listener)),
      },
    };
  }

  kill({ process }: RunningNode): void {
    process.kill();
  }

  backUp(): void {
    this.#backedUpAfter = this.wentBackAt.length;
    this.store.backUp();
  }

  /** Makes the store forget its youngest commits. */
  async goBack(to: 'a-moment-ago' | 'the-backup'): Promise<void> {
    const before = await this.jobs();
    const after = this.wentBackAt.length;
    const isAt = this.store.goBack(to);
    if (isAt === null) return;
    // A copy replaces a database only while nothing has it open.
    if (this.store.processes === 'one') this.#restartAll();
    this.wentBackAt.push(this.scheduler.now);
    this.situations.note(`store went back to ${to}`);
    const copy = { isAt, after: to === 'the-backup' ? this.#backedUpAfter : after };
    this.watch.forgetChanges({ before, now: await this.jobs(), copy, after });
    this.scheduler.after(acknowledgedAfterMs, () => {
      void this.acknowledgeLoss();
      return true;
    });
  }

  /** Lets time pass until the response arrives. */
  async during<Result>(asked: Promise<Result>): Promise<Result> {
    const noted = { isThere: false };
    const settle = (): void => {
      noted.isThere = true;
    };
    asked.then(settle, settle);
    for (let looks = 0; looks < mostLooks && !noted.isThere; looks += 1)
      await this.scheduler.pass(10);
    if (!noted.isThere) throw new Error('An answer did not come.');
    return asked;
  }

  #restartAll(): void {
    this.nodes.forEach((node, index) => {
      if (node === null) return;
      this.kill(node);
      this.nodes[index] = null;
      this.scheduler.after(restartedAfterMs, () => {
        if (this.nodes[index] !== null) return false;
        this.start(index);
        return true;
      });
    });
  }

  /** All jobs. */
  async jobs(): Promise<readonly Job[]> {
    const page = await (this.view.dataLoss ?? this.view).reader.list({
      ...allJobsQuery,
      owner: null,
      order: 'oldest-first',
      limit: 1_000,
    });
    return page.kind === 'page' ? page.jobs : [];
  }

  /** Acknowledges a loss as an operator after the store went back. */
  async acknowledgeLoss(): Promise<void> {
    const { dataLoss } = this.view;
    if (dataLoss === undefined || dataLoss.lost() === null) return;
    await acknowledgeLoss(this.byHand);
  }
}

const motionless = { monotonicMs: () => 0, sleep: async () => undefined };
