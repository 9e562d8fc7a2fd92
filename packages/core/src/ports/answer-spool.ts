/**
 * Room on the disk of one node, taken in advance, for what an upstream answered while the store cannot take it. Used when a
 * store fails, so it shares nothing with one. Methods throw when the disk fails.
 */
export interface AnswerSpool {
  /** Keeps a text; resolves once it survives a power cut. `full`: the room that was taken is used up. */
  keep(
    text: string,
  ): Promise<{ readonly kind: 'kept'; readonly ticket: string } | { readonly kind: 'full' }>;
  /** What is kept, of this run and of former ones. */
  entries(): Promise<readonly { readonly ticket: string; readonly text: string }[]>;
  /** Gives the room of an entry back. Safe to repeat. */
  remove(ticket: string): Promise<void>;
}
