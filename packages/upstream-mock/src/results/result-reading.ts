import type { ReadFault } from '../faults/read-fault.ts';
import { type ProviderReply, type ProviderResponse, textReply } from '../http/provider-request.ts';
import type { MockJob } from '../job/mock-job.ts';
import { bareFaultReply, bareReply, ownReply } from '../faults/bare-reply.ts';
import type { ProviderState } from '../state/provider-state.ts';

/** Target of a redirected result read: another link at the same address or another host name, or a private address. */
export type RedirectTarget = 'link' | 'host' | 'private' | 'metadata';

/** Outcome of a result read; each API words those that are no response yet. */
export type ResultReading =
  | { readonly kind: 'served'; readonly reply: ProviderReply }
  | { readonly kind: 'redirected'; readonly to: RedirectTarget }
  | { readonly kind: 'absent' | 'gone' | 'forbidden' };

/** Number of pieces of a slow file. */
const drops = 8;

const absent = { kind: 'absent' } as const;

const ruledReadings: {
  readonly [Kind in Exclude<ReadFault['kind'], 'bare' | 'tokens'>]: ResultReading;
} = {
  gone: { kind: 'gone' },
  forbidden: { kind: 'forbidden' },
  own: served(ownReply),
  missing: absent,
  garbled: absent,
  'error-in-200': absent,
  login: absent,
  rate_limited: served(bareReply('429')),
  unavailable: served(bareReply('503')),
};

/** Outcome of a read decided by a rule. */
export function ruledReading(
  fault: Exclude<ReadFault, { readonly kind: 'tokens' }>,
  { clock }: ProviderState,
): ResultReading {
  return fault.kind === 'bare' ? served(bareFaultReply(fault, clock)) : ruledReadings[fault.kind];
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
  if (world.jobs.spendReadFault(job, 'resultForbidden')) return { kind: 'forbidden' };
  const to = isRedirected ? null : (astray ?? redirect);
  if (to !== null) return { kind: 'redirected', to };
  if (resultGone) return { kind: 'gone' };
  if (!htmlBody) return undefined;
  requestHistory.exchanges.sendsBadBytes();
  const page = '<!doctype html><title>Sign in</title><h1>Please sign in</h1>';
  return served(textReply(200, 'text/html', page));
}

/**
 * Sends the file of a completed job complete, broken off, slowly or under another length, by its tokens. Counted tokens
 * are counted at once.
 */
export function fileSending(
  world: ProviderState,
  job: MockJob,
): (reply: ProviderResponse) => ProviderResponse {
  const { dripMs, cutAfter, lengthLie } = job.instructions;
  const { clock, requestHistory } = world;
  const { exchanges } = requestHistory;
  const whole = (reply: ProviderResponse) => {
    if (reply.lacksEnd !== true) exchanges.reachesEnd();
    return reply;
  };
  // A `HEAD` response has no body that could break off or be slow.
  if (exchanges.current()?.request.method !== 'HEAD') {
    if (world.jobs.spendReadFault(job, 'resultCuts'))
      return (reply) => ({ ...reply, cutAfter: Math.floor(reply.body.length / 2) });
    if (cutAfter !== null)
      return (reply) => (cutAfter < reply.body.length ? { ...reply, cutAfter } : whole(reply));
    if (dripMs !== null)
      return (reply) => {
        const [now, takes] = [clock.now(), clock.scaled(dripMs)];
        const instant = (_: unknown, drop: number) =>
          now + Math.ceil((takes * (drop + 1)) / (drops - 1));
        return { ...whole(reply), drip: Array.from({ length: drops - 1 }, instant) };
      };
  }
  if (!lengthLie) return whole;
  exchanges.sendsBadBytes();
  return (reply) => ({ ...reply, announced: Math.floor(reply.body.length / 2) });
}

export function served(reply: ProviderReply): ResultReading {
  return { kind: 'served', reply };
}
