import { entryOf, type JournalEntry } from './journal.ts';
import { differencesOf, type FieldDifference } from './request-differences.ts';
import type { RequestHistory } from './request-history.ts';

/** A request of the journal with its bodies. */
export interface KeptRequest {
  readonly entry: JournalEntry;
  /** Text without credentials, at most 64 kB; of a file its type and size; null without a body. */
  readonly request_body: string | null;
  readonly response_body: string | null;
  /** Another request, by default the previous submission of the same work, and the fields in which they differ. */
  readonly compared: {
    readonly request: number;
    readonly differences: readonly FieldDifference[];
  } | null;
}

/**
 * Finds a request and the one to compare it with; undefined if the journal does not have them [mock.journal.bodies].
 *
 * @param other - id of the request to compare with; absent = the previous submission of the same work, if kept
 */
export function findRequest(
  history: Pick<RequestHistory, 'journal' | 'ofJob'>,
  id: number,
  other?: number,
): KeptRequest | undefined {
  const { journal } = history;
  const exchange = journal.find(id);
  const earlier = journal.find(other ?? exchange?.attempt?.earlier?.entry ?? 0);
  if (exchange === undefined || (other !== undefined && earlier === undefined)) return undefined;
  const key = exchange.attempt?.key ?? history.ofJob(exchange.jobs[0] ?? '')?.key ?? null;
  return {
    entry: entryOf(exchange, key),
    request_body: exchange.requestBody,
    response_body: exchange.responseBody,
    compared:
      earlier === undefined
        ? null
        : { request: earlier.id, differences: differencesOf(earlier, exchange) },
  };
}
