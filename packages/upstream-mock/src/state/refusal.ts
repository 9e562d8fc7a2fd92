import type { RefusalKind } from '@filmgate/provider-facts';
import type { MockInstructions, Symptom } from '../job/mock-instructions.ts';
import { findableAtLastMs } from '../job/findable-after.ts';
import type { AccountTally } from './account-tally.ts';
import type { MockAccountSettings } from '../job/mock-account.ts';
import type { MockClock } from '../job/mock-clock.ts';
import { type MockSubmission, ownWire } from '../job/mock-job.ts';
import { type ParsedFaults, unknownToken } from '../faults/parse-faults.ts';

export interface SubmissionRefusal {
  readonly kind: RefusalKind;
  readonly message: string;
  /** Scaled ms until a retry may succeed; null if waiting does not help. */
  readonly retryAfterMs: number | null;
  /** Code of the provider's documentation to use. */
  readonly code?: string;
}

/** Inputs of the decision about a submission. */
export interface SubmissionCase {
  readonly tokens: ParsedFaults;
  /** Without tokens. */
  readonly submission: Pick<MockSubmission, 'model' | 'wire'>;
  readonly charge: number;
  readonly settings: MockAccountSettings;
  readonly tally: AccountTally;
  readonly clock: MockClock;
}

export type SubmissionVerdict =
  | { readonly kind: 'admitted'; readonly instructions: MockInstructions }
  | { readonly kind: 'refused'; readonly refusal: SubmissionRefusal }
  /** Not accepted, and answered by a symptom that proves nothing. */
  | {
      readonly kind: 'unproven';
      readonly symptom: Symptom;
      readonly instructions: MockInstructions;
    };

/** Wait requested by a scripted 429 or 503, before scaling, in ms. */
const scriptedWaitMs = 2_000;
const concurrencyWaitMs = 1_000;

const scripted: { readonly [S in NonNullable<MockInstructions['refuse']>]: RefusalKind } = {
  400: 'invalid',
  401: 'login',
  403: 'forbidden',
  429: 'rate_limited',
  503: 'unavailable',
};

function forGood(kind: RefusalKind, message: string): SubmissionRefusal {
  return { kind, message, retryAfterMs: null };
}

/** Decides about a submission: the account's login, scripted refusals, the account's limits, and symptoms last. */
export function checkSubmission(given: SubmissionCase): SubmissionVerdict {
  const { tokens, submission, settings, clock } = given;
  const refused = loginRefusal(settings);
  if (refused !== null) return { kind: 'refused', refusal: refused };
  if (tokens.kind === 'unknown') {
    return { kind: 'refused', refusal: forGood('invalid', unknownToken(tokens)) };
  }
  if (submission.model === '')
    return { kind: 'refused', refusal: forGood('invalid', 'the model consists only of tokens') };
  const { instructions } = tokens;
  if (submission.wire === ownWire && (instructions.listLagMs ?? 0) > findableAtLastMs)
    return { kind: 'refused', refusal: forGood('invalid', 'list-lag is at most 10m here') };
  const { refuse, refuseCode, response, accepted } = instructions;
  if (accepted !== null && response === null)
    return { kind: 'refused', refusal: forGood('invalid', 'accepted needs response') };
  const refusal = scriptedRefusal(refuse, clock) ?? codedRefusal(refuseCode) ?? limitRefusal(given);
  if (refusal !== null) return { kind: 'refused', refusal };
  // After the limits, as for an accepted submission: the response must not distinguish it from its twin [mock.twins].
  return response !== null && accepted === 'no'
    ? { kind: 'unproven', symptom: response, instructions }
    : { kind: 'admitted', instructions };
}

function loginRefusal({ login }: MockAccountSettings): SubmissionRefusal | null {
  switch (login) {
    case 'valid':
      return null;
    case 'expired':
      return forGood('login', 'the login of this account has expired');
    case 'banned':
      return forGood('forbidden', 'this account is banned');
  }
}

function scriptedRefusal(
  status: MockInstructions['refuse'],
  clock: MockClock,
): SubmissionRefusal | null {
  if (status === null) return null;
  const waits = status === 429 || status === 503;
  return {
    kind: scripted[status],
    message: `refused with ${status} as requested`,
    retryAfterMs: waits ? clock.scaled(scriptedWaitMs) : null,
  };
}

function codedRefusal(code: string | null): SubmissionRefusal | null {
  return code === null ? null : { ...forGood('invalid', 'refused as requested'), code };
}

function limitRefusal({
  charge,
  settings,
  tally,
  clock,
}: SubmissionCase): SubmissionRefusal | null {
  const { credits, concurrency, rate } = settings;
  const now = clock.now();
  if (credits - tally.taken(now) < charge) return forGood('credits', 'not enough credits');
  if (tally.inFlight(now) >= concurrency) {
    const retryAfterMs = clock.scaled(concurrencyWaitMs);
    return { kind: 'concurrency', message: `all ${concurrency} slots are in use`, retryAfterMs };
  }
  if (rate === null) return null;
  const oldest = tally.latestAcceptance(rate.submissions);
  const freeAt = (oldest ?? Number.NEGATIVE_INFINITY) + clock.scaled(rate.windowMs);
  if (freeAt <= now) return null;
  return {
    kind: 'rate_limited',
    message: 'too many submissions',
    retryAfterMs: Math.ceil(freeAt - now),
  };
}
