import type { ProviderReply } from '../http/provider-request.ts';
import type { Exchange } from '../records/exchange.ts';
import { reportedBy } from '../records/exchange.ts';
import { entryOf, type JournalEntry } from '../records/journal.ts';
import type { ReceivedRequest } from '../http/received-request.ts';
import type { RequestHistory } from '../records/request-history.ts';
import { seenPath } from '../records/request-facts.ts';

/** Log entry of a request that has ended: no credential, and no query value [mock.log]. */
export type RequestLine =
  /** A request to a provider API: its entry in the journal of its space. */
  | (JournalEntry & { readonly space: string })
  /** A request to the control routes, without a named space, or during which the mock failed. */
  | Pick<JournalEntry, 'real_at' | 'method' | 'path' | 'reported'>;

/** The decision about a request, as far as its line shows it. */
interface Decided {
  readonly reply: ProviderReply;
  readonly exchange?: Exchange;
  readonly space?: {
    readonly name: string;
    readonly world: { readonly requestHistory: Pick<RequestHistory, 'ofJob'> };
  };
}

/** @param realAt - end of the request, in ms since 1970 */
export function requestLine(
  request: ReceivedRequest,
  decided: Decided | undefined,
  realAt: number,
): RequestLine {
  const { exchange, space } = decided ?? {};
  if (exchange !== undefined && space !== undefined) {
    const job = space.world.requestHistory.ofJob(exchange.jobs[0] ?? '');
    return { space: space.name, ...entryOf(exchange, (exchange.attempt ?? job)?.key ?? null) };
  }
  const { method = '' } = request;
  // The caller may have disconnected before the decision.
  const reported = decided === undefined ? null : reportedBy(decided.reply);
  return { real_at: new Date(realAt).toISOString(), method, path: seenPath(request), reported };
}
