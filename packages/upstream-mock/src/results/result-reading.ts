import type { ReadFault } from '../faults/read-fault.ts';
import { type ProviderReply, type ProviderResponse, textReply } from '../http/provider-request.ts';
import type { MockJob } from '../job/mock-job.ts';
import { bareReply } from '../replies/bare-reply.ts';
import { bareFaultReply, ownReply } from '../replies/ruled-reply.ts';
import type { ProviderState } from '../state/provider-state.ts';

/** Target of a redirected result read: another link at the same address or another host name, or a private address. */
export type RedirectTarget = 'link' | 'host' | 'private' | 'metadata';

/** Outcome of a result read; each API words those that are no response yet. */
export type ResultReading =
  | { readonly kind: 'served'; readonly reply: ProviderReply }
  | { readonly kind: 'redirected'; readonly to: RedirectTarget }
  | { readonly kind: 'absent' | 'gone' | 'forbidden' };

/** Fault of a file that is sent. */
export type FileFault =
  /** Half of the real length is announced. */
  | { readonly kind: 'length-lie' }
  /** The file breaks off after this number of bytes; null = halfway through what is left. */
  | { readonly kind: 'cut'; readonly after: number | null }
  /** Duration of the transfer, before scaling. */
  | { readonly kind: 'drip'; readonly ms: number };

/** Number of pieces of a slow file. */
const drops = 8;

/** Outcome of a read decided by a rule. */
export function ruledReading(
  fault: Exclude<ReadFault, { readonly kind: 'tokens' }>,
  { clock }: ProviderState,
): ResultReading {
  switch (fault.kind) {
    case 'bare':
      return served(bareFaultReply(fault, clock));
    case 'gone':
    case 'forbidden':
      return { kind: fault.kind };
    case 'own':
      return served(ownReply);
    case 'missing':
    case 'garbled':
    case 'error-in-200':
    case 'login':
      return { kind: 'absent' };
    case 'rate_limited':
      return served(bareReply('429'));
    case 'unavailable':
      return served(bareReply('503'));
  }
}

/**
 * Outcome of a read of a completed job's result that serves no file, by its tokens; undefined if it serves it. Counted
 * tokens are counted here.
 *
 * @param isRedirected - true if the read follows a redirect, and is not redirected again
 */
export function readingInstead(
  world: ProviderState,
  job: MockJob,
  isRedirected: boolean,
): ResultReading | undefined {
  const { resultDownMs, astray, redirect, resultGone, htmlBody } = job.instructions;
  const { clock, requestHistory } = world;
  if (clock.now() < job.endsAt + clock.scaled(resultDownMs ?? 0)) return served({ kind: 'reset' });
  if (world.spendReadFault(job, 'resultForbidden')) return { kind: 'forbidden' };
  const to = isRedirected ? null : (astray ?? redirect);
  if (to !== null) return { kind: 'redirected', to };
  if (resultGone) return { kind: 'gone' };
  if (!htmlBody) return undefined;
  requestHistory.exchanges.sendsBadBytes();
  const page = '<!doctype html><title>Sign in</title><h1>Please sign in</h1>';
  return served(textReply(200, 'text/html', page));
}

/** Fault of the file of a completed job, by its tokens; undefined without one. Counted tokens are counted here. */
export function fileFaultOf(world: ProviderState, job: MockJob): FileFault | undefined {
  const { dripMs, cutAfter, lengthLie } = job.instructions;
  const { exchanges } = world.requestHistory;
  // A `HEAD` response has no body that could break off or be slow.
  if (exchanges.current()?.request.method !== 'HEAD') {
    if (world.spendReadFault(job, 'resultCuts')) return { kind: 'cut', after: null };
    if (cutAfter !== null) return { kind: 'cut', after: cutAfter };
    if (dripMs !== null) return { kind: 'drip', ms: dripMs };
  }
  if (!lengthLie) return undefined;
  exchanges.sendsBadBytes();
  return { kind: 'length-lie' };
}

/** Serves the file: complete, broken off, slowly or under another length. */
export function withFault(
  reply: ProviderResponse,
  fault: FileFault | undefined,
  { clock, requestHistory }: ProviderState,
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

export function served(reply: ProviderReply): ResultReading {
  return { kind: 'served', reply };
}
