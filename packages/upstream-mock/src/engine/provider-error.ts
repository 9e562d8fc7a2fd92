import type { RefusalKind } from '../state/refusal.ts';

/** One documented error of a provider. */
export interface ErrorRow {
  /** The machine code, as text. */
  readonly code: string;
  readonly status: number;
  readonly message: string;
  /** Fixed wait it asks for, before scaling, in ms; absent = as long as the refusal lasts. */
  readonly waitMs?: number;
}

/** The documented errors of an API, and the one used for each refusal of the mock. */
export interface ErrorWords {
  readonly rows: readonly ErrorRow[];
  /** Code of the row for each kind of refusal. */
  readonly codeOf: { readonly [K in RefusalKind]: string };
  /** An error in the form of the API that is undocumented: it proves nothing. */
  readonly unlisted: ErrorRow;
}

/**
 * The row of a code.
 *
 * @throws Error if there is no such row: a mistake in the table
 */
export function rowOf(words: ErrorWords, code: string): ErrorRow {
  const row = words.rows.find((known) => known.code === code);
  if (row === undefined) throw new Error(`no error of this API has the code ${code}`);
  return row;
}
