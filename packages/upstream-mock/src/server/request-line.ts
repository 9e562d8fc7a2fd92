import type { Reported } from '../evidence/exchange.ts';
import { entryOf, type JournalEntry } from '../evidence/journal.ts';
import type { DecidedReply } from './decide-reply.ts';
import type { ReceivedRequest } from './received-request.ts';
import { seenPath } from './request-facts.ts';

/** A request that has ended, as a log tells it: no credential, and no value of a query [mock.log]. */
export type RequestLine =
  /** One to a wire: what the journal of its space has of it. */
  | (JournalEntry & { readonly space: string })
  /** One to the control routes, one that named no space, or one in which the mock failed. */
  | Pick<JournalEntry, 'real_at' | 'method' | 'path' | 'reported'>;

/** @param realAt - when it ended, in ms since 1970 */
export function requestLine(
  request: ReceivedRequest,
  decided: DecidedReply | undefined,
  realAt: number,
): RequestLine {
  const { exchange, space } = decided ?? {};
  if (exchange !== undefined && space !== undefined) {
    const job = space.world.requestHistory.ofJob(exchange.jobs[0] ?? '');
    return { space: space.name, ...entryOf(exchange, (exchange.attempt ?? job)?.key ?? null) };
  }
  const { method = '' } = request;
  const reported = reportedBy(decided);
  return { real_at: new Date(realAt).toISOString(), method, path: seenPath(request), reported };
}

/** Null where the caller left before it was decided. */
function reportedBy(decided: DecidedReply | undefined): Reported | null {
  if (decided === undefined) return null;
  const { reply } = decided;
  return reply.kind === 'response'
    ? { kind: 'response', status: reply.status, bytes: reply.body.length }
    : { kind: reply.kind };
}
