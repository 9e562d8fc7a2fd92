import type { MockJob } from '../world/mock-job.ts';
import type { MockWorld } from '../world/mock-world.ts';

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

/**
 * What the tokens of a completed job want of a read of its result; undefined when nothing goes wrong with it. Those that count are
 * counted here.
 *
 * @param isRedirected - whether the read comes of a redirect, which leads no further
 */
export function resultFaultOf(
  world: MockWorld,
  job: MockJob,
  isRedirected: boolean,
): ResultFault | undefined {
  const { resultDownMs, astray, redirect, resultGone, htmlBody } = job.instructions;
  const { dripMs, cutAfter, lengthLie } = job.instructions;
  const { clock } = world;
  if (clock.now() < job.endsAt + clock.scaled(resultDownMs ?? 0)) return { kind: 'down' };
  if (world.spendReadFault(job, 'resultForbidden')) return { kind: 'forbidden' };
  const to = isRedirected ? null : (astray ?? redirect);
  if (to !== null) return { kind: 'redirect', to };
  if (resultGone) return { kind: 'gone' };
  if (htmlBody) return { kind: 'page' };
  if (world.spendReadFault(job, 'resultCuts')) return { kind: 'cut', after: null };
  if (cutAfter !== null) return { kind: 'cut', after: cutAfter };
  if (dripMs !== null) return { kind: 'drip', ms: dripMs };
  return lengthLie ? { kind: 'length-lie' } : undefined;
}
