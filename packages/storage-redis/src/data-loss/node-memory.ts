/** What a node finds when it looks at the fence of the store. */
export interface MetStore {
  /** Null when the store has none: it is empty, or was emptied. */
  readonly historyId: string | null;
  readonly commits: number;
  /** Commits of this node. */
  readonly ownCommits: number;
  /** Of the histories this node remembers, those the store has anything of, with how many of their commits. */
  readonly kept: ReadonlyMap<string, number>;
  /** The record of a halt as JSON text; null when the store is not halted. */
  readonly halt: string | null;
  /** Whether an operator acknowledged the end of the history this node remembers. */
  readonly isForgiven: boolean;
  /** Whether it is on another server than before, at an address that no node had used: a copy, or moved. */
  readonly isElsewhere: boolean;
  /** The server's clock, ms since 1970. */
  readonly serverNow: number;
}

type MemoryVerdict =
  /** The store knows all this node does. */
  | 'whole'
  /** This node has never met a store, or an operator acknowledged a loss since: it takes the store for what it is. */
  | 'adopt'
  /** The store knows less than this node: changes that were answered are gone. */
  | 'forgotten';

/** Compares what a node remembers with what the store knows. */
export function judgeMemory(
  remembered: (Remembered & { readonly ownCommits: number }) | null,
  met: MetStore,
): MemoryVerdict {
  if (remembered === null) return 'adopt';
  const { historyId, ownCommits, kept, isForgiven } = met;
  const keptCommits = Math.max(...kept.values());
  if (kept.size === 0) return historyId !== null && isForgiven ? 'adopt' : 'forgotten';
  const isBehind = keptCommits < remembered.commits || ownCommits < remembered.ownCommits;
  return isBehind ? 'forgotten' : 'whole';
}

/** What a node knows of the store's past: enough to notice that Redis knows less. */
export interface Remembered {
  /**
   * Names the history of the store. A new one begins with an empty store, with each acknowledged loss, and whenever the store is on
   * another server than before: one that was started again, or that took over.
   */
  readonly historyId: string;
  /** The highest number of commits seen. */
  readonly commits: number;
  /** Histories that passed into this one, and held all that is remembered: nothing was seen in a later one alone. */
  readonly before?: readonly string[];
}

/** Where a history goes on that is whole. */
export interface Continuation {
  readonly historyId: string;
  readonly commits: number;
  readonly ownCommits: number;
  /** Of the histories the node remembers, those the store has anything of, with how many of their commits. */
  readonly kept: ReadonlyMap<string, number>;
}

/**
 * A node's memory of the store. Two numbers are compared at every call: the commits of all nodes as last seen, and the
 * commits of this node itself, which other nodes cannot push up again after a loss.
 */
export class NodeMemory {
  /** This process incarnation; never used again. */
  readonly node: string;
  #historyId: string | null;
  #before: readonly string[];
  #commits: number;
  #ownCommits = 0;

  constructor(node: string, remembered: Remembered | null) {
    this.node = node;
    this.#historyId = remembered?.historyId ?? null;
    this.#before = remembered?.before ?? [];
    this.#commits = remembered?.commits ?? 0;
  }

  /** Null until the store was met for the first time. */
  get remembered(): Remembered | null {
    if (this.#historyId === null) return null;
    return { historyId: this.#historyId, commits: this.#commits, before: this.#before };
  }

  /** Each history that held all that is remembered, the newest first; none until the store was met for the first time. */
  get historyIds(): readonly string[] {
    return this.#historyId === null ? [] : [this.#historyId, ...this.#before];
  }

  /** As `remembered`, with the commits of this node itself. */
  get standing(): (Remembered & { readonly ownCommits: number }) | null {
    const { remembered } = this;
    return remembered === null ? null : { ...remembered, ownCommits: this.#ownCommits };
  }

  /** Arguments of the frame of every script: historyId, commits, own commits, node. */
  get fenceArguments(): readonly [string, string, string, string] {
    return [this.#historyId ?? '', String(this.#commits), String(this.#ownCommits), this.node];
  }

  /** Notes what a response said. responses may arrive in another order than they were given. */
  note(commits: number, ownCommits: number): void {
    if (commits > this.#commits) this.#before = [];
    this.#commits = Math.max(this.#commits, commits);
    this.#ownCommits = Math.max(this.#ownCommits, ownCommits);
  }

  /** Goes on in the history the store is in now, which has all that is remembered. */
  resume({ historyId, commits, ownCommits, kept }: Continuation): void {
    const former = this.historyIds.filter((name) => name !== historyId);
    this.#historyId = historyId;
    this.note(commits, ownCommits);
    this.#before = former.filter((name) => (kept.get(name) ?? 0) >= this.#commits);
  }

  /** Takes the store for what it is now: at the first meeting, and when an operator acknowledged a loss. */
  adopt({ historyId, commits }: Remembered): void {
    this.#historyId = historyId;
    this.#before = [];
    this.#commits = commits;
    this.#ownCommits = 0;
  }
}
