import type { StorageBundle } from '@filmgate/core';
import type { RareSituation } from './rare-situations.ts';

/** The one store of a world. */
export interface WorldStore {
  /** How many processes may have it open. */
  readonly processes: 'one' | 'many';
  /**
   * A connection for one process; what one commits, all see.
   *
   * @param nodeNow - what the clock of the process's machine says, ms since 1970
   */
  connect(nodeNow: () => number): StorageBundle;
  /** Keeps a copy of all there is. */
  backUp(): void;
  /**
   * Forgets what was committed since a moment ago or since the last copy, as a server that fails over to a replica behind it or
   * an operator who puts a copy back makes it. The instant it is at again, ms of true time; null where there is nothing to go back to.
   */
  goBack(to: 'a-moment-ago' | 'the-backup'): number | null;
  /** Its files copied and used beside it, as a careless operator does; absent where no test can make them. */
  copy?(): WorldStore;
  /** What came up inside it; absent where there is nothing to see. */
  situations?(): readonly RareSituation[];
}

/** What a store is made in. */
export interface StoreSurroundings {
  /** True time, ms. */
  readonly now: () => number;
  /** Lets something happen in so many ms of true time; `run` says whether anything came of it. */
  readonly after: (ms: number, run: () => boolean) => void;
  /** Lets something happen at this very instant, when everything else has come to rest. */
  readonly defer: (run: () => void) => void;
  /** What a clock says that is right, ms since 1970. */
  readonly trueNow: () => number;
  /** How many machines may have it open. */
  readonly machines: number;
  /** Whether the store will have to go back in this history: copies cost time. */
  readonly goesBack: boolean;
}

export type WorldStoreFactory = (surroundings: StoreSurroundings) => Promise<WorldStore>;
