import type { ErrorFact, RefusalProof, Source } from './provider-facts.ts';

/** Status, code and text of an error, and the codes it stands for (`ErrorFact.stands`). */
type ErrorRow = readonly [
  status: number,
  code: string,
  message: string,
  stands?: readonly string[],
];

/** Errors that prove the same; null = nothing. */
export function errorRows(
  proves: RefusalProof | null,
  rows: readonly ErrorRow[],
  source?: Source,
): readonly ErrorFact[] {
  return rows.map(([status, code, message, stands]) => ({
    code,
    status,
    message,
    ...(stands !== undefined && { stands }),
    ...(proves !== null && { proves }),
    ...(source !== undefined && { source }),
  }));
}
