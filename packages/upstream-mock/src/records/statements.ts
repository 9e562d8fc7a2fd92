/** A client's statement about a piece of work, by logical key. */
export interface Statement {
  /** Digest of the stored bytes, and whether they are the file of a job of this key; null without a statement. */
  readonly stored: { readonly sha256: string; readonly isTrue: boolean } | null;
  /** True if the client treats the work as failed. */
  readonly gaveUp: boolean;
}

export const noStatement: Statement = { stored: null, gaveUp: false };
