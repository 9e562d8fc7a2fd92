import type { MockJob } from '../job/mock-job.ts';
import type { ProviderState } from '../state/provider-state.ts';
import type { ProviderResponse } from '../http/provider-request.ts';

/** Target of a redirected result read: another link at the same address or another host name, or a private address. */
export type RedirectTarget = 'link' | 'host' | 'private' | 'metadata';

/** Fault of one result read. */
export type ResultFault =
  /** The connection is reset, the link is refused, the file is gone, a page replaces it. */
  | { readonly kind: 'down' | 'forbidden' | 'gone' | 'page' }
  /** Half of the real length is announced. */
  | { readonly kind: 'length-lie' }
  | { readonly kind: 'redirect'; readonly to: RedirectTarget }
  /** The file breaks off after this number of bytes; null = halfway through what is left. */
  | { readonly kind: 'cut'; readonly after: number | null }
  /** Duration of the transfer, before scaling. */
  | { readonly kind: 'drip'; readonly ms: number };

/** Number of pieces of a slow file. */
const drops = 8;

/**
 * Fault of a read of a completed job's result, by its tokens; undefined without one. Counted tokens are counted here.
 *
 * @param isRedirected - true if the read follows a redirect, and is not redirected again
 */
export function resultFaultOf(
  world: ProviderState,
  job: MockJob,
  isRedirected: boolean,
): ResultFault | undefined {
  const { resultDownMs, astray, redirect, resultGone, htmlBody } = job.instructions;
  const { dripMs, cutAfter, lengthLie } = job.instructions;
  const { clock, requestHistory } = world;
  if (clock.now() < job.endsAt + clock.scaled(resultDownMs ?? 0)) return { kind: 'down' };
  if (world.spendReadFault(job, 'resultForbidden')) return { kind: 'forbidden' };
  const to = isRedirected ? null : (astray ?? redirect);
  if (to !== null) return { kind: 'redirect', to };
  if (resultGone) return { kind: 'gone' };
  if (htmlBody) return { kind: 'page' };
  const isHead = requestHistory.exchanges.current()?.request.method === 'HEAD';
  // A `HEAD` response has no body that could break off or be slow.
  if (isHead) return lengthLie ? { kind: 'length-lie' } : undefined;
  if (world.spendReadFault(job, 'resultCuts')) return { kind: 'cut', after: null };
  if (cutAfter !== null) return { kind: 'cut', after: cutAfter };
  if (dripMs !== null) return { kind: 'drip', ms: dripMs };
  return lengthLie ? { kind: 'length-lie' } : undefined;
}

/** Serves the file: complete, broken off, slowly or under another length. */
export function leave(
  reply: ProviderResponse,
  fault: Extract<ResultFault, { readonly kind: 'cut' | 'drip' | 'length-lie' }> | undefined,
  { clock, requestHistory }: Pick<ProviderState, 'clock' | 'requestHistory'>,
): ProviderResponse {
  // The response contains nothing of the file.
  if (reply.status >= 300) return reply;
  const { length } = reply.body;
  if (fault?.kind === 'cut') {
    const cutAfter = fault.after ?? Math.floor(length / 2);
    if (fault.after === null || cutAfter < length) return { ...reply, cutAfter };
  }
  if (fault?.kind === 'length-lie') return { ...reply, announced: Math.floor(length / 2) };
  if (reply.lacksEnd !== true) requestHistory.exchanges.reachesEnd();
  if (fault?.kind !== 'drip') return reply;
  const [now, takes] = [clock.now(), clock.scaled(fault.ms)];
  const instant = (drop: number) => now + Math.ceil((takes * (drop + 1)) / (drops - 1));
  return { ...reply, drip: Array.from({ length: drops - 1 }, (_, drop) => instant(drop)) };
}
