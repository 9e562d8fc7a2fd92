import type { StorageBundle } from '@filmgate/core';
import type { RareSituation } from './rare-situations.ts';

/** The one store of a world. */
export interface WorldStore {
  /** Number of processes that may have it open. */
  readonly processes: 'one' | 'many';
  /**
   * Opens a connection for one process; a commit of one is visible to all.
   *
   * @param nodeNow - time of the process's machine, ms since 1970
   */
  connect(nodeNow: () => number): StorageBundle;
  /** Keeps a copy of the whole content. */
  backUp(): void;
  /**
   * Forgets the commits since a moment ago or since the last copy, like a server that fails over to a lagging replica
   * or an operator who restores a copy. Returns the instant it is at again, ms of true time; null where no earlier
   * state exists.
   */
  goBack(to: 'a-moment-ago' | 'the-backup'): number | null;
  /** Its files copied and used beside it, as a careless operator does; absent where no test can make them. */
  copy?(): WorldStore;
  /** Situations inside it; absent where none can be observed. */
  situations?(): readonly RareSituation[];
}

/** Surroundings of a store. */
export interface StoreSurroundings {
  /** True time, ms. */
  readonly now: () => number;
  /** Schedules an event in `ms` of true time; `run` returns true if it had an effect. */
  readonly after: (ms: number, run: () => boolean) => void;
  /** Runs an event at this very instant, after all others have settled. */
  readonly defer: (run: () => void) => void;
  /** Time of a correct clock, ms since 1970. */
  readonly trueNow: () => number;
  /** Number of machines that may have it open. */
  readonly machines: number;
  /** True if the store will have to go back in this history: copies cost time. */
  readonly goesBack: boolean;
}

export type WorldStoreFactory = (surroundings: StoreSurroundings) => Promise<WorldStore>;
