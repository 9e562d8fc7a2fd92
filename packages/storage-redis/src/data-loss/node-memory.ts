/** State of the store's fence as read by a node. */
export interface MetStore {
  /** Null when the store has no history: it is empty, or was emptied. */
  readonly historyId: string | null;
  readonly commits: number;
  /** Commits of this node. */
  readonly ownCommits: number;
  /** Histories this node remembers of which the store has any part, with how many of their commits. */
  readonly kept: ReadonlyMap<string, number>;
  /** The record of a halt as JSON text; null when the store is not halted. */
  readonly halt: string | null;
  /** True when an operator acknowledged the end of the history this node remembers. */
  readonly isForgiven: boolean;
  /** True when the store is on another server than before, at an address that no node had used: a copy, or moved. */
  readonly isElsewhere: boolean;
  /** The server's clock, ms since 1970. */
  readonly serverNow: number;
}

type MemoryVerdict =
  /** The store has everything this node knows of. */
  | 'whole'
  /** The node adopts the current state: it has never seen a store, or an operator acknowledged a loss since. */
  | 'adopt'
  /** The store knows less than this node: acknowledged changes are gone. */
  | 'forgotten';

/** Compares a node's memory with the store. */
export function checkMemory(
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

/** A node's knowledge of the store's history: enough to detect that Redis knows less. */
export interface Remembered {
  /** Id of the history. An empty store, an acknowledged loss, or another or restarted server begins a new one. */
  readonly historyId: string;
  /** The highest number of commits seen. */
  readonly commits: number;
  /** Histories that passed into this one and contained everything remembered. */
  readonly before?: readonly string[];
}

/** A complete history that continues another one. */
export interface Continuation {
  readonly historyId: string;
  readonly commits: number;
  readonly ownCommits: number;
  /** Histories the node remembers of which the store has any part, with how many of their commits. */
  readonly kept: ReadonlyMap<string, number>;
}

/** A node's memory of the store: commits of all nodes, and its own, which others cannot raise again after a loss. */
export class NodeMemory {
  /** Id of this process incarnation; never used again. */
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

  /** Null until the store was seen for the first time. */
  get remembered(): Remembered | null {
    if (this.#historyId === null) return null;
    return { historyId: this.#historyId, commits: this.#commits, before: this.#before };
  }

  /** Histories that contained everything remembered, newest first; empty until the store was first seen. */
  get historyIds(): readonly string[] {
    return this.#historyId === null ? [] : [this.#historyId, ...this.#before];
  }

  /** Like `remembered`, with the commits of this node itself. */
  get current(): (Remembered & { readonly ownCommits: number }) | null {
    const { remembered } = this;
    return remembered === null ? null : { ...remembered, ownCommits: this.#ownCommits };
  }

  /** Arguments of the frame of every script: historyId, commits, own commits, node. */
  get fenceArguments(): readonly [string, string, string, string] {
    return [this.#historyId ?? '', String(this.#commits), String(this.#ownCommits), this.node];
  }

  /** Records the numbers of a response. Responses may arrive in another order than they were sent. */
  note(commits: number, ownCommits: number): void {
    if (commits > this.#commits) this.#before = [];
    this.#commits = Math.max(this.#commits, commits);
    this.#ownCommits = Math.max(this.#ownCommits, ownCommits);
  }

  /** Continues in the current history of the store, which has everything remembered. */
  resume({ historyId, commits, ownCommits, kept }: Continuation): void {
    const former = this.historyIds.filter((name) => name !== historyId);
    this.#historyId = historyId;
    this.note(commits, ownCommits);
    this.#before = former.filter((name) => (kept.get(name) ?? 0) >= this.#commits);
  }

  /** Adopts the current state of the store: at the first contact, and when an operator acknowledged a loss. */
  adopt({ historyId, commits }: Remembered): void {
    this.#historyId = historyId;
    this.#before = [];
    this.#commits = commits;
    this.#ownCommits = 0;
  }
}
