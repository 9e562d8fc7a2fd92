import {
  copyOf,
  createMemoryState,
  endClaims,
  memoryManifest,
  type MemoryState,
  openMemoryBundle,
  putBack,
  type StateCopy,
} from '@filmgate/conformance';
import {
  type DataLoss,
  type StorageBundle,
  StorageUnavailable,
  type DataLossDetection,
} from '@filmgate/core';
import { overlay } from '../overlay.ts';
import { byServerClock } from './by-server-clock.ts';
import type { StoreSurroundings, WorldStore } from './world-store.ts';

/** Number of copies from before the last commits: the range of a moment ago. */
const momentsKept = 8;

/** Distance between the epochs of one past and those of the next: more claims than any history has. */
const epochsPerPast = 2 ** 32;

/** Content of the store at an instant. */
interface Moment {
  readonly at: number;
  readonly copy: StateCopy;
}

/**
 * The kit's memory store, shared by several processes, which can lose its youngest commits and, unless it is broken,
 * notices that.
 */
export class MemoryWorldStore implements WorldStore {
  readonly processes = 'many';
  readonly #surroundings: StoreSurroundings;
  readonly #state: MemoryState = createMemoryState();
  readonly #notices: boolean;
  readonly #moments: Moment[] = [];
  readonly #listeners = new Set<(lost: DataLoss | null) => void>();
  #backup: Moment | null = null;
  #lost: DataLoss | null = null;
  /** Does not go back with the store: two pasts share no epoch, as on Redis, where randomness ensures that. */
  #pasts = 0;

  constructor(
    surroundings: StoreSurroundings,
    { notices = true }: { readonly notices?: boolean } = {},
  ) {
    this.#surroundings = surroundings;
    this.#notices = notices;
  }

  connect(nodeNow: () => number): StorageBundle {
    const own = openMemoryBundle(this.#state, { ...memoryManifest, processes: 'many' });
    const clocks = { serverNow: this.#surroundings.trueNow, nodeNow };
    // On a single machine it uses that machine's clock.
    const bundle = this.#surroundings.machines === 1 ? own : byServerClock(own, clocks);
    if (!this.#surroundings.goesBack) return bundle;
    const { jobs, reader } = bundle;
    const remembering = overlay(jobs, {
      acceptJob: (input) => this.#remembering(() => jobs.acceptJob(input)),
      commit: (input) => this.#remembering(() => jobs.commit(input)),
      recordDispatch: (input) => this.#remembering(() => jobs.recordDispatch(input)),
      recordReceipt: (input) => this.#remembering(() => jobs.recordReceipt(input)),
    });
    const shut = this.#shutWhileLost(remembering);
    return {
      ...bundle,
      jobs: overlay(shut, {
        recordReceipt: (input) => (input.decision === undefined ? jobs : shut).recordReceipt(input),
        recordRefusal: (input) => jobs.recordRefusal(input),
      }),
      reader: this.#shutWhileLost(reader),
      dataLoss: this.#dataLossOf({ jobs, reader }),
    };
  }

  backUp(): void {
    if (this.#surroundings.goesBack) this.#backup = this.#moment();
  }

  /** Copies its present content: the copy was never used at its location. */
  copy(): WorldStore {
    const copy = new MemoryWorldStore(
      { ...this.#surroundings, goesBack: true },
      { notices: this.#notices },
    );
    putBack(copy.#state, copyOf(this.#state));
    if (this.#notices)
      copy.#report({ kind: 'elsewhere', noticedAt: 0, detail: 'The store lies elsewhere.' });
    return copy;
  }

  goBack(to: 'a-moment-ago' | 'the-backup'): number | null {
    const moment = to === 'the-backup' ? this.#backup : this.#moments[0];
    if (moment === null || moment === undefined) return null;
    putBack(this.#state, moment.copy);
    this.#moments.length = 0;
    if (this.#notices)
      this.#report({ kind: 'went-back', noticedAt: 0, detail: 'The store went back.' });
    return moment.at;
  }

  #moment(): Moment {
    return { at: this.#surroundings.now(), copy: copyOf(this.#state) };
  }

  #remembering<Outcome>(change: () => Outcome): Outcome {
    this.#moments.push(this.#moment());
    if (this.#moments.length > momentsKept) this.#moments.shift();
    return change();
  }

  #report(lost: DataLoss | null): void {
    this.#lost = lost;
    for (const listener of this.#listeners) listener(lost);
  }

  #dataLossOf(inner: Pick<DataLossDetection, 'jobs' | 'reader'>): DataLossDetection {
    return {
      ...inner,
      lost: () => this.#lost,
      onChange: (listener) => {
        this.#listeners.add(listener);
        return () => void this.#listeners.delete(listener);
      },
      resume: async () => {
        if (this.#lost === null) return 'nothing-lost';
        this.#pasts += 1;
        endClaims(this.#state, this.#pasts * epochsPerPast);
        this.#report(null);
        return 'resumed';
      },
    };
  }

  /** Responds only from the acknowledged past, except for facts that are true in every past. */
  #shutWhileLost<Port extends object>(port: Port): Port {
    return new Proxy(port, {
      get: (target, property) => {
        const member: unknown = Reflect.get(target, property, target);
        if (typeof member !== 'function') return member;
        return async (...given: readonly unknown[]): Promise<unknown> => {
          if (this.#lost !== null)
            throw new StorageUnavailable('The store went back.', {
              applied: 'no',
              reason: 'data-loss',
            });
          const outcome: unknown = await Reflect.apply(member, target, given);
          return outcome;
        };
      },
    });
  }
}
