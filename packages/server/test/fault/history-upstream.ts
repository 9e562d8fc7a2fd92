import type { SubmitOutcome, UpstreamClient } from '@filmgate/core';
import { z } from 'zod';

/** What the upstream of a history does with its n-th submission. */
export type UpstreamBehaviour =
  | 'deliver'
  | 'lose-answer'
  | 'lose-request'
  | 'refuse-rate'
  | 'refuse-login'
  | 'refuse-policy'
  | 'fail'
  | 'throw-after-accept';

export const behaviours: readonly UpstreamBehaviour[] = [
  'deliver',
  'lose-answer',
  'lose-request',
  'refuse-rate',
  'refuse-login',
  'refuse-policy',
  'fail',
  'throw-after-accept',
];

/** One submission the upstream accepted: the oracle of every history. */
export interface AcceptedSubmission {
  readonly correlationId: string;
  readonly accountId: string;
  readonly endsAt: number;
  readonly fails: boolean;
}

export interface HistoryUpstream {
  readonly client: UpstreamClient;
  readonly accepted: readonly AcceptedSubmission[];
  /** The most jobs any account had in flight at once, as the upstream saw it. */
  readonly peakInFlight: () => number;
}

const handleSchema = z.object({ index: z.number() });
const runMs = 2_000;

function refusal(kind: 'rate_limited' | 'login' | 'policy'): SubmitOutcome {
  const scope = kind === 'policy' ? 'request' : 'account';
  const error = { kind, scope, charge: 'not-charged', retryAfterMs: 1_000, detail: kind } as const;
  return { kind: 'rejected', error };
}

/** An upstream that behaves as scripted and remembers what it accepted. It can be searched only for what it accepted. */
export function createHistoryUpstream(input: {
  readonly now: () => number;
  readonly script: readonly UpstreamBehaviour[];
  readonly video: Uint8Array;
}): HistoryUpstream {
  const { now, script, video } = input;
  const accepted: AcceptedSubmission[] = [];
  let submissions = 0;
  let peak = 0;

  const accept = (correlationId: string, accountId: string, fails: boolean): SubmitOutcome => {
    accepted.push({ correlationId, accountId, endsAt: now() + runMs, fails });
    const inFlight = accepted.filter(
      (job) => job.accountId === accountId && job.endsAt > now(),
    ).length;
    peak = Math.max(peak, inFlight);
    return { kind: 'accepted', handle: { version: 1, value: { index: accepted.length - 1 } } };
  };

  const client: UpstreamClient = {
    describe: () => ({
      provider: 'history',
      minimumPollIntervalMs: 500,
      visibilityLagMs: 0,
      reconcileAfterMs: null,
    }),
    prepare: ({ request }) => ({ version: 1, value: { prompt: request.prompt } }),
    async submit({ correlationId, account }) {
      const behaviour = script[submissions % script.length] ?? 'deliver';
      submissions += 1;
      switch (behaviour) {
        case 'deliver':
          return accept(correlationId, account.id, false);
        case 'fail':
          return accept(correlationId, account.id, true);
        case 'lose-answer':
          accept(correlationId, account.id, false);
          return { kind: 'unknown', detail: 'reset' };
        case 'throw-after-accept':
          accept(correlationId, account.id, false);
          throw new Error('a careless client');
        case 'lose-request':
          return { kind: 'unknown', detail: 'reset' };
        case 'refuse-rate':
          return refusal('rate_limited');
        case 'refuse-login':
          return refusal('login');
        case 'refuse-policy':
          return refusal('policy');
      }
    },
    async poll({ handle }) {
      const job = accepted[handleSchema.parse(handle.value).index];
      if (job === undefined) return { kind: 'lost' };
      if (now() < job.endsAt) return { kind: 'pending', progress: 50, retryAfterMs: null };
      if (!job.fails) return { kind: 'succeeded', output: { mediaType: 'video', value: {} } };
      const error = {
        kind: 'internal',
        scope: 'request',
        charge: 'not-charged',
        retryAfterMs: null,
        detail: 'failed',
      } as const;
      return { kind: 'failed', error };
    },
    async openResult() {
      return {
        kind: 'opened',
        body: onePiece(video),
        length: video.length,
        contentType: 'video/mp4',
      };
    },
  };
  return { client, accepted, peakInFlight: () => peak };
}

async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
