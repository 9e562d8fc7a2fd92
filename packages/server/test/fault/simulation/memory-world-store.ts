import {
  createMemoryState,
  memoryManifest,
  type MemoryState,
  openMemoryBundle,
} from '@filmgate/conformance';
import type { StorageBundle } from '@filmgate/core';
import { overlay } from '../overlay.ts';
import { copyOf, putBack, type StateCopy } from './state-copy.ts';
import type { StoreSurroundings, WorldStore } from './world-store.ts';

/** Copies of the store from before its last commits: how far back a moment ago is. */
const momentsKept = 8;

/** The kit's memory store, shared by several processes, which can lose its youngest commits. */
export class MemoryWorldStore implements WorldStore {
  readonly processes = 'many';
  readonly #state: MemoryState = createMemoryState();
  readonly #goesBack: boolean;
  readonly #moments: StateCopy[] = [];
  #backup: StateCopy | null = null;

  constructor({ goesBack }: Pick<StoreSurroundings, 'goesBack'>) {
    this.#goesBack = goesBack;
  }

  connect(): StorageBundle {
    const bundle = openMemoryBundle(this.#state, { ...memoryManifest, processes: 'many' });
    if (!this.#goesBack) return bundle;
    const { jobs } = bundle;
    return {
      ...bundle,
      jobs: overlay(jobs, {
        acceptJob: (input) => this.#remembering(() => jobs.acceptJob(input)),
        commit: (input) => this.#remembering(() => jobs.commit(input)),
        markDispatch: (input) => this.#remembering(() => jobs.markDispatch(input)),
      }),
    };
  }

  backUp(): void {
    if (this.#goesBack) this.#backup = copyOf(this.#state);
  }

  goBack(to: 'a-moment-ago' | 'the-backup'): boolean {
    const copy = to === 'the-backup' ? this.#backup : this.#moments[0];
    if (copy === null || copy === undefined) return false;
    putBack(this.#state, copy);
    this.#moments.length = 0;
    return true;
  }

  #remembering<Outcome>(change: () => Outcome): Outcome {
    this.#moments.push(copyOf(this.#state));
    if (this.#moments.length > momentsKept) this.#moments.shift();
    return change();
  }
}
