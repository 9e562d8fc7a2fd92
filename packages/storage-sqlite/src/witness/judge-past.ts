/** How far a store's past goes: what the database says of itself, and what the witness beside it saw. */
export interface Past {
  /** Names the history; another one begins with each acknowledged loss. */
  readonly lineage: string;
  /** Openings by those who may change the store. */
  readonly incarnation: number;
  /** Transactions that changed something. */
  readonly commits: number;
}

export type PastVerdict =
  /** No history was begun yet. */
  | { readonly kind: 'new' }
  /** The database has all that the witness saw. */
  | { readonly kind: 'whole'; readonly lineage: string }
  /** The database is older than the witness, or another one; `detail` says what was seen. */
  | {
      readonly kind: 'gone-back';
      readonly detail: string;
      /** Changes that were witnessed and are missing; absent where that cannot be told. */
      readonly missingChanges?: number;
    };

/**
 * Compares a database with its witness. The database may be ahead, since the witness is written now and then; it is never behind, unless
 * an older copy was put in its place. A database without a lineage is new, was written by an earlier release, or had its first opening
 * cut short: its numbers tell which.
 */
export function judgePast(
  stored: Omit<Past, 'lineage'> & { readonly lineage: string | null },
  witness: Past | null,
): PastVerdict {
  if (witness === null)
    return stored.lineage === null ? { kind: 'new' } : goneBack('its witness is missing');
  if (stored.lineage !== null && stored.lineage !== witness.lineage)
    return goneBack('its witness saw another history');
  if (stored.commits < witness.commits)
    return goneBack(
      `it has ${stored.commits} changes where ${witness.commits} were witnessed`,
      witness.commits - stored.commits,
    );
  if (stored.incarnation < witness.incarnation)
    return goneBack(
      `it was opened ${stored.incarnation} times where ${witness.incarnation} were witnessed`,
    );
  return { kind: 'whole', lineage: witness.lineage };
}

function goneBack(what: string, missingChanges?: number): PastVerdict {
  return {
    kind: 'gone-back',
    detail: `The database is not the one that was here, or a copy from before: ${what}. Nothing is taken, sent or changed until an operator acknowledges that.`,
    ...(missingChanges !== undefined && { missingChanges }),
  };
}
