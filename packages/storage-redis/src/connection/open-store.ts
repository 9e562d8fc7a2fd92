import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { NodeMemory, type Remembered } from '../data-loss/node-memory.ts';
import { StoreWatch } from '../data-loss/store-watch.ts';
import type { Baseline } from '../data-loss/baseline-file.ts';
import { KeySpace } from '../keys/key-space.ts';
import { ScriptRunner } from '../script/script-runner.ts';
import { ServerClock } from '../script/server-clock.ts';
import { checkServer } from '../server-check/check-server.ts';
import { RedisConnection } from './redis-connection.ts';
import { defaultRedisSettings, type RedisSettings, serverAddress } from './redis-settings.ts';
import { SignsOfLife, StoreLife } from './store-life.ts';
import { Subscriber } from './subscriber.ts';

/** Interval at which a node checks the store and renews its sign of life, in ms. */
const BEAT_EVERY_MS = 1000;

/** Beats between two sweeps for what dead nodes left. */
const BEATS_PER_SWEEP = 5;

interface HeartbeatTasks {
  /** Task of every beat. */
  readonly beat: () => Promise<void>;
  /** Task of the sweeps: at the first beat, then every few. */
  readonly sweep: () => Promise<void>;
}

/** Runs beats, one at a time, until stopped. A failed beat is retried with the next one. */
class Heartbeat {
  readonly #tasks: HeartbeatTasks;
  #beats = 0;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(tasks: HeartbeatTasks) {
    this.#tasks = tasks;
    this.#schedule();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    if (!this.#isStopped) this.#timer = setTimeout(() => void this.#beat(), BEAT_EVERY_MS).unref();
  }

  async #beat(): Promise<void> {
    try {
      await this.#tasks.beat();
      if (this.#beats % BEATS_PER_SWEEP === 0) await this.#tasks.sweep();
      this.#beats += 1;
    } catch {
      // The connection reports the error to every caller that asks for it.
    } finally {
      this.#schedule();
    }
  }
}

interface GreetingParts {
  readonly settings: RedisSettings;
  readonly keys: KeySpace;
  readonly watch: StoreWatch;
  readonly signs: SignsOfLife;
}

/**
 * Checks made before anything else on each connection: the server is fit, and has everything that was acknowledged.
 * A node that misses nothing on another or restarted server must not continue before nodes that miss something had a
 * chance to report: it waits until every node that was alive a moment ago has checked too, or a loss was reported.
 */
function createGreeting({ settings, keys, watch, signs }: GreetingParts) {
  let known: string | null = null;
  return async (client: Redis): Promise<void> => {
    const { runId } = await checkServer(client, settings, keys);
    await watch.examine(client);
    await signs.give(client);
    let isToWait = known !== null && known !== runId;
    while (isToWait && watch.halt === null) {
      await pause(settings.graceMs);
      await watch.examine(client);
      await signs.give(client);
      isToWait = await signs.isSomebodyUnheard(client);
    }
    known = runId;
  };
}

/** Parts that every port of the store works with. */
export interface OpenStore {
  readonly settings: RedisSettings;
  readonly keys: KeySpace;
  readonly scripts: ScriptRunner;
  /** Like `scripts`, also while halted: for jobs that an acknowledgement makes unknown before it ends the halt. */
  readonly scriptsWhileHalted: ScriptRunner;
  readonly watch: StoreWatch;
  /** Listens for messages that scripts publish. */
  readonly subscriber: Subscriber;
  /** Id of this process incarnation; never used again. */
  readonly node: string;
  /** Returns how far this node knows the store's history. */
  remembered(): Remembered | null;
  /** Checks the server now; throws `StorageUnavailable` when it does not respond or the store is halted. */
  ping(): Promise<void>;
  /** Returns the nodes that gave a sign of life within the last ten seconds. */
  livingNodes(nodes: readonly string[]): Promise<ReadonlySet<string>>;
  /** Ends a halt on every node; false without one. The caller first makes jobs unknown that must not be sent again. */
  acknowledgeLoss(): Promise<boolean>;
  /** Adds a task that runs soon after opening and every few seconds; a failed one runs again at the next sweep. */
  onSweep(task: () => Promise<void>): void;
  /** Adds a task that writes before the connection closes. Its faults are ignored. */
  beforeClose(task: () => Promise<unknown>): void;
  /** Runs the `beforeClose` tasks, waits for running calls, and closes the connections. Safe to repeat. */
  close(): Promise<void>;
}

/** Options of a store: an address, and differences from `defaultRedisSettings`. */
export interface OpenOptions extends Partial<RedisSettings> {
  readonly url: string;
  /** Remembers the store while this node does not run; without a baseline a loss in that time goes unnoticed. */
  readonly baseline?: Baseline;
}

interface StoreParts {
  readonly settings: RedisSettings;
  readonly keys: KeySpace;
  readonly memory: NodeMemory;
  readonly clock: ServerClock;
  readonly watch: StoreWatch;
  readonly connection: RedisConnection;
}

/** Connects, checks the server, and compares the store with this node's memory of it. */
export async function openStore({ baseline, ...options }: OpenOptions): Promise<OpenStore> {
  const settings: RedisSettings = { ...defaultRedisSettings, ...options };
  const keys = new KeySpace(settings.prefix);
  const memory = new NodeMemory(randomUUID(), (await baseline?.read()) ?? null);
  const clock = new ServerClock();
  const watch = new StoreWatch({ keys, memory, clock, address: serverAddress(settings.url) });
  const signs = new SignsOfLife({ keys, memory, settings });
  const greet = createGreeting({ settings, keys, watch, signs });
  const connection = new RedisConnection(settings, greet);
  const parts = { settings, keys, memory, clock, watch, connection };
  const life = new StoreLife({ ...parts, signs, baseline });
  try {
    await connection.open(settings.settleWithinMs);
    await life.begin();
  } catch (error) {
    connection.close();
    throw error;
  }
  return toOpenStore(parts, life);
}

function toOpenStore(parts: StoreParts, life: StoreLife): OpenStore {
  const { settings, keys, memory, watch, connection } = parts;
  const scripts = new ScriptRunner(parts);
  const scriptsWhileHalted = new ScriptRunner({ ...parts, evenWhileHalted: true });
  const subscriber = new Subscriber(settings);
  const sweeps: (() => Promise<void>)[] = [];
  const farewells: (() => Promise<unknown>)[] = [];
  const sweep = async () => void (await Promise.all(sweeps.map((task) => task())));
  const heartbeat = new Heartbeat({ beat: () => life.beat(), sweep });
  const close = async () => {
    heartbeat.stop();
    await Promise.allSettled(farewells.map((task) => task()));
    await Promise.all([scripts.drain(), scriptsWhileHalted.drain()]);
    await life.end();
    subscriber.close();
    connection.close();
  };
  let closing: Promise<void> | undefined;
  return {
    settings,
    keys,
    scripts,
    scriptsWhileHalted,
    watch,
    subscriber,
    node: memory.node,
    remembered: () => memory.remembered,
    ping: () => life.ping(),
    livingNodes: (nodes) => life.livingNodes(nodes),
    acknowledgeLoss: () => life.acknowledgeLoss(),
    onSweep: (task) => void sweeps.push(task),
    beforeClose: (task) => void farewells.push(task),
    close: () => {
      closing ??= close();
      return closing;
    },
  };
}
