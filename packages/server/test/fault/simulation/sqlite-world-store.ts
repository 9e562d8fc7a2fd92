import type { JobEvents, StorageBundle, DataLossDetection } from '@filmgate/core';
import type { Timing } from '@filmgate/storage-sqlite';
import { overlay } from '../overlay.ts';
import type { RareSituation } from './rare-situations.ts';
import { withinImage } from './sqlite-image.ts';
import { createSqliteStore, type SqliteSnapshot, type SqliteStore } from './sqlite-store.ts';
import type { StoreSurroundings, WorldStore } from './world-store.ts';

/** Number of commits the store may lose: the range of a moment ago. */
const momentsKept = 8;

/** Delay until the baseline includes a commit, ms; nothing is promised about a younger copy. */
const baselineWithinMs = 2_000;

interface Moment extends SqliteSnapshot {
  readonly at: number;
}

/**
 * A history has few jobs: the smallest number of them is deferred, and the next one triggers the work. A single key
 * stays out of the index.
 */
const thresholds = { keysIndexedFrom: 2, keysIndexedBy: 3, jobsListedFrom: 1, jobsListedBy: 2 };

/**
 * In the world no step takes time, and the pause after it would take none either: a run of many steps lasts a second or
 * two, so that other events come between.
 */
const leastRestMs = 40;

/** Ports that are looked up at each call. */
type Opening = () => Promise<StorageBundle>;

/**
 * The real embedded store in a world: one process has it open at a time, and the next one reads it again, as after a
 * restart. It writes at the moment a write arrives; deferred work waits for the world's time.
 */
export class SqliteWorldStore implements WorldStore {
  readonly processes = 'one';
  readonly #surroundings: StoreSurroundings;
  readonly #store: SqliteStore;
  /** The latest opening. */
  #opening: Promise<StorageBundle>;
  #latest: StorageBundle;
  #isWatched = false;
  /** True after a process has opened it. */
  #isTaken = false;
  readonly #watchers: ((events: JobEvents) => void)[] = [];
  readonly #moments: Moment[] = [];
  #backup: Moment | null = null;
  #wasTakenWhileIndexed = false;

  private constructor(surroundings: StoreSurroundings, store: SqliteStore, first: StorageBundle) {
    this.#surroundings = surroundings;
    this.#store = store;
    this.#latest = first;
    this.#opening = Promise.resolve(first);
  }

  static async open(surroundings: StoreSurroundings, empty: Uint8Array): Promise<SqliteWorldStore> {
    const store = createSqliteStore({
      timing: timingOf(surroundings),
      empty,
      thresholds,
      hasBaseline: surroundings.goesBack,
    });
    return new SqliteWorldStore(surroundings, store, await store.open());
  }

  /**
   * The first connection is the observer's, who sees the current opening; the next one is the process it was opened
   * for, and each other one a starting process.
   */
  connect(): StorageBundle {
    if (!this.#isWatched) {
      this.#isWatched = true;
      return this.#bundle(() => this.#opening, this.#eventsOfAll());
    }
    const opening = this.#isTaken ? this.#openedBy(this.#store.open()) : this.#opening;
    this.#isTaken = true;
    const whenOpen = (attach: (bundle: StorageBundle) => () => void): (() => void) => {
      const ending = opening.then(attach);
      return () => void ending.then((end) => end());
    };
    return this.#bundle(() => opening, {
      subscribe: (id, listener) => whenOpen(({ events }) => events.subscribe(id, listener)),
      subscribeAll: (listener) => whenOpen(({ events }) => events.subscribeAll(listener)),
      onWork: (listener) => whenOpen(({ events }) => events.onWork(listener)),
    });
  }

  backUp(): void {
    if (this.#surroundings.goesBack) this.#backup = this.#moment();
  }

  situations(): readonly RareSituation[] {
    return this.#wasTakenWhileIndexed ? ['key taken during an index run'] : [];
  }

  goBack(to: 'a-moment-ago' | 'the-backup'): number | null {
    const before = this.#surroundings.now() - baselineWithinMs;
    const copy = to === 'the-backup' ? this.#backup : this.#moments.find(({ at }) => at < before);
    if (copy === null || copy === undefined) return null;
    this.#moments.length = 0;
    void this.#openedBy(this.#store.reopenFrom(copy));
    return copy.at;
  }

  #moment(): Moment {
    return { ...this.#store.snapshot(), at: this.#surroundings.now() };
  }

  #openedBy(opening: Promise<StorageBundle>): Promise<StorageBundle> {
    this.#opening = opening.then((bundle) => {
      this.#latest = bundle;
      for (const watch of this.#watchers) watch(bundle.events);
      return bundle;
    });
    return this.#opening;
  }

  #eventsOfAll(): JobEvents {
    const watch = (attach: (events: JobEvents) => void): (() => void) => {
      this.#watchers.push(attach);
      attach(this.#latest.events);
      return () => undefined;
    };
    return {
      subscribe: (id, listener) => watch((events) => void events.subscribe(id, listener)),
      subscribeAll: (listener) => watch((events) => void events.subscribeAll(listener)),
      onWork: (listener) => watch((events) => void events.onWork(listener)),
    };
  }

  #bundle(opening: Opening, events: JobEvents): StorageBundle {
    const port = <Name extends PortName>(name: Name): StorageBundle[Name] =>
      lateBound(async () => (await opening())[name], this.#latest[name]);
    const { manifest } = this.#latest;
    return {
      manifest,
      jobs: this.#noting(this.#remembering(port('jobs'))),
      reader: port('reader'),
      events,
      accounts: port('accounts'),
      apiUsers: port('apiUsers'),
      adminAccess: port('adminAccess'),
      assets: port('assets'),
      values: port('values'),
      requestLogs: port('requestLogs'),
      operationSamples: port('operationSamples'),
      ...(this.#surroundings.goesBack && { dataLoss: this.#dataLoss(opening) }),
      ping: async () => (await opening()).ping(),
      close: async () => (await opening()).close(),
    };
  }

  /** Keeps the content before a change, for a store that will go back. */
  #remembering(jobs: StorageBundle['jobs']): StorageBundle['jobs'] {
    if (!this.#surroundings.goesBack) return jobs;
    const remember = (): void => {
      this.#moments.push(this.#moment());
      if (this.#moments.length > momentsKept) this.#moments.shift();
    };
    return new Proxy(jobs, {
      get: (target, name) => {
        if (name === 'acceptJob' || name === 'commit' || name === 'recordDispatch') remember();
        const member: unknown = Reflect.get(target, name);
        return member;
      },
    });
  }

  /** Notes if a key is requested while others are being moved into the index. */
  #noting(jobs: StorageBundle['jobs']): StorageBundle['jobs'] {
    return overlay(jobs, {
      acceptJob: async (input) => {
        const isKeyed = input.idempotency !== null && input.idempotency.key !== null;
        const isIndexing = isKeyed && isAmidIndexRun(this.#store.snapshot().bytes);
        const outcome = await jobs.acceptJob(input);
        this.#wasTakenWhileIndexed ||= isIndexing && outcome.kind === 'accepted';
        return outcome;
      },
    });
  }

  #dataLoss(opening: Opening): DataLossDetection {
    const detection = async (): Promise<DataLossDetection> => {
      const { dataLoss } = await opening();
      if (dataLoss === undefined) throw new Error('The embedded store has no baseline.');
      return dataLoss;
    };
    return {
      jobs: lateBound(async () => (await detection()).jobs, this.#latest.jobs),
      reader: lateBound(async () => (await detection()).reader, this.#latest.reader),
      lost: () => this.#latest.dataLoss?.lost() ?? null,
      onChange: (listener) => {
        const ending = detection().then((dataLoss) => dataLoss.onChange(listener));
        return () => void ending.then((end) => end());
      },
      resume: async () => (await detection()).resume(),
    };
  }
}

type PortName =
  | 'jobs'
  | 'reader'
  | 'accounts'
  | 'apiUsers'
  | 'adminAccess'
  | 'assets'
  | 'values'
  | 'requestLogs'
  | 'operationSamples';

/** A port of a store that may still be opening; `like` has its members. */
function lateBound<Port extends object>(opened: () => Promise<Port>, like: Port): Port {
  return new Proxy(like, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return async (...given: readonly unknown[]): Promise<unknown> => {
        const port = await opened();
        const method: unknown = Reflect.get(port, name);
        if (typeof method !== 'function') throw new TypeError(`There is no ${String(name)}.`);
        const outcome: unknown = await Reflect.apply(method, port, given);
        return outcome;
      };
    },
  });
}

/** True if some of the keys of a run are in the index, and the store does not rely on them yet. */
function isAmidIndexRun(image: Uint8Array): boolean {
  let row: unknown;
  withinImage(image, (database) => {
    row = database
      .prepare(
        'select 1 from idempotency_key where position > (select keys_indexed_to from store) limit 1',
      )
      .get();
  });
  return row !== undefined;
}

function timingOf({ now, after, defer }: StoreSurroundings): Timing {
  return {
    defer,
    after(ms, task) {
      const waiting = { isCalledOff: false };
      after(Math.max(ms, leastRestMs), () => {
        if (waiting.isCalledOff) return false;
        task();
        return true;
      });
      return () => {
        waiting.isCalledOff = true;
      };
    },
    elapsed: now,
  };
}
