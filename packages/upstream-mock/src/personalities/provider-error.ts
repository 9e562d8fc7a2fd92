import type { RefusalKind } from '../world/refusal.ts';

/** One error a provider's documents list. */
export interface ErrorRow {
  /** The machine code, as text. */
  readonly code: string;
  readonly status: number;
  readonly message: string;
  /** What it always asks to wait, before scaling, in ms; absent = as long as the refusal lasts. */
  readonly waitMs?: number;
}

/** The errors of a wire: those its documents list, and which of them says what the mock has to say. */
export interface ErrorWords {
  readonly rows: readonly ErrorRow[];
  /** Code of the row that says a refusal of this kind. */
  readonly codeOf: { readonly [K in RefusalKind]: string };
  /** In the form of the wire's errors, and in none of its documents: it proves nothing. */
  readonly unlisted: ErrorRow;
}

/**
 * The row of a code.
 *
 * @throws Error when the words have no such row: a mistake in their table
 */
export function rowOf(words: ErrorWords, code: string): ErrorRow {
  const row = words.rows.find((known) => known.code === code);
  if (row === undefined) throw new Error(`no error of this wire has the code ${code}`);
  return row;
}
