/** What a client says of a piece of work, by its logical key. */
export interface Statement {
  /** Digest of what it kept, and whether that is the file of a job of this key; null where it says nothing of it. */
  readonly stored: { readonly sha256: string; readonly isTrue: boolean } | null;
  /** Whether it takes the work for failed. */
  readonly gaveUp: boolean;
}

/** Nothing said. */
export const noStatement: Statement = { stored: null, gaveUp: false };
