import type { Remembered } from './node-memory.ts';

/** What a node finds when it looks at the fence of the store. */
export interface MetStore {
  /** Null when the store has none: it is empty, or was emptied. */
  readonly lineage: string | null;
  readonly commits: number;
  /** Commits of this node. */
  readonly ownCommits: number;
  /** Of the histories this node remembers, those the store has anything of, with how many of their commits. */
  readonly kept: ReadonlyMap<string, number>;
  /** The record of a halt as JSON text; null when the store is not halted. */
  readonly halt: string | null;
  /** Whether an operator acknowledged the end of the history this node remembers. */
  readonly isForgiven: boolean;
  /** The server's clock, ms since 1970. */
  readonly serverNow: number;
}

export type MemoryVerdict =
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
  const { lineage, ownCommits, kept, isForgiven } = met;
  const keptCommits = Math.max(...kept.values());
  if (kept.size === 0) return lineage !== null && isForgiven ? 'adopt' : 'forgotten';
  const isBehind = keptCommits < remembered.commits || ownCommits < remembered.ownCommits;
  return isBehind ? 'forgotten' : 'whole';
}
