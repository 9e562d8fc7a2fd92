import type { MockJob } from '../world/mock-job.ts';
import type { ProviderState } from '../world/provider-state.ts';
import type { ProviderResponse } from './provider-request.ts';

/** Where a read of a result is led to: another link at the same address or at another host name, or a private address. */
export type RedirectTarget = 'link' | 'host' | 'private' | 'metadata';

/** How one read of a result goes wrong. */
export type ResultFault =
  /** The connection is reset, the link is refused, the file is gone, a page comes in its place. */
  | { readonly kind: 'down' | 'forbidden' | 'gone' | 'page' }
  /** Half of the length is announced. */
  | { readonly kind: 'length-lie' }
  | { readonly kind: 'redirect'; readonly to: RedirectTarget }
  /** It breaks off after so many bytes; null = half-way through what is left. */
  | { readonly kind: 'cut'; readonly after: number | null }
  /** The file takes so long to leave, before scaling. */
  | { readonly kind: 'drip'; readonly ms: number };

/** In how many pieces a file leaves that takes its time. */
const drops = 8;

/**
 * What the tokens of a completed job want of a read of its result; undefined when nothing goes wrong with it. Those that count are
 * counted here.
 *
 * @param isRedirected - whether the read comes of a redirect, which leads no further
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
  // Nothing follows a head that could break off or come by and by.
  if (isHead) return lengthLie ? { kind: 'length-lie' } : undefined;
  if (world.spendReadFault(job, 'resultCuts')) return { kind: 'cut', after: null };
  if (cutAfter !== null) return { kind: 'cut', after: cutAfter };
  if (dripMs !== null) return { kind: 'drip', ms: dripMs };
  return lengthLie ? { kind: 'length-lie' } : undefined;
}

/** The file as it leaves where it is served: whole, broken off, by and by or under another length. */
export function leave(
  reply: ProviderResponse,
  fault: Extract<ResultFault, { readonly kind: 'cut' | 'drip' | 'length-lie' }> | undefined,
  { clock, requestHistory }: Pick<ProviderState, 'clock' | 'requestHistory'>,
): ProviderResponse {
  // There is nothing of the file in it.
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
