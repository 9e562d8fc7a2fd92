import type { RefusalKind } from '@filmgate/provider-facts';
import { type ParsedFaults, unknownToken } from '../faults/parse-faults.ts';
import { findableAtLastMs } from '../job/findable-after.ts';
import type { MockInstructions } from '../job/mock-instructions.ts';
import { type MockSubmission, ownWire } from '../job/mock-job.ts';
import { chargeFor, usualSeconds } from '../job/plan-job.ts';
import { drawingProblem } from '../media/drawing-limits.ts';
import type { LedgerState } from './ledger-state.ts';

export interface SubmissionRefusal {
  readonly kind: RefusalKind;
  readonly message: string;
  /** Scaled ms until a retry may succeed; null if waiting does not help. */
  readonly retryAfterMs: number | null;
  /** Code of the provider's documentation to use. */
  readonly code?: string;
}

/** The accounts of a space, by which submissions are decided. */
type Accounts = Pick<LedgerState, 'account' | 'tally' | 'clock'>;

/** A submission without its tokens, and the account it is charged to. */
type Charged = Pick<MockSubmission, 'model' | 'wire' | 'resolution' | 'durationSeconds'> & {
  readonly account: string;
};

export type SubmissionVerdict =
  | { readonly kind: 'passed'; readonly instructions: MockInstructions }
  | { readonly kind: 'refused'; readonly refusal: SubmissionRefusal };

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

function refused(
  kind: RefusalKind,
  message: string,
  retryAfterMs: number | null = null,
): Extract<SubmissionVerdict, { readonly kind: 'refused' }> {
  return { kind: 'refused', refusal: { kind, message, retryAfterMs } };
}

/** Decides about a submission: the account's login, scripted refusals, and the account's limits last. */
export function checkSubmission(
  accounts: Accounts,
  submission: Charged,
  tokens: ParsedFaults,
): SubmissionVerdict {
  const { login } = accounts.account(submission.account);
  if (login === 'expired') return refused('login', 'the login of this account has expired');
  if (login === 'banned') return refused('forbidden', 'this account is banned');
  if (tokens.kind === 'unknown') return refused('invalid', unknownToken(tokens));
  if (submission.model === '') return refused('invalid', 'the model consists only of tokens');
  const { instructions } = tokens;
  const { refuse, refuseCode, response, accepted, listLagMs } = instructions;
  if (submission.wire === ownWire && (listLagMs ?? 0) > findableAtLastMs)
    return refused('invalid', 'list-lag is at most 10m here');
  if (accepted !== null && response === null) return refused('invalid', 'accepted needs response');
  if (refuse !== null) {
    const waitMs = refuse === 429 || refuse === 503 ? accounts.clock.scaled(scriptedWaitMs) : null;
    return refused(scripted[refuse], `refused with ${refuse} as requested`, waitMs);
  }
  if (refuseCode !== null) {
    const { refusal } = refused('invalid', 'refused as requested');
    return { kind: 'refused', refusal: { ...refusal, code: refuseCode } };
  }
  return limitRefusal(accounts, submission) ?? { kind: 'passed', instructions };
}

function limitRefusal(accounts: Accounts, submission: Charged) {
  const { clock } = accounts;
  const { credits, concurrency, rate } = accounts.account(submission.account);
  const tally = accounts.tally(submission.account);
  const now = clock.now();
  const { taken, running } = tally.counts(now);
  if (credits - taken < chargeFor(submission)) return refused('credits', 'not enough credits');
  if (running >= concurrency) {
    const waitMs = clock.scaled(concurrencyWaitMs);
    return refused('concurrency', `all ${concurrency} slots are in use`, waitMs);
  }
  if (rate === null) return null;
  const oldest = tally.latestAcceptance(rate.submissions);
  const freeAt = (oldest ?? Number.NEGATIVE_INFINITY) + clock.scaled(rate.windowMs);
  if (freeAt <= now) return null;
  return refused('rate_limited', 'too many submissions', Math.ceil(freeAt - now));
}

/** Refusal of a submission whose result cannot be drawn, so could never be delivered; undefined if it can. */
export function undrawableRefusal(submission: MockSubmission) {
  const { mediaType, width, height } = submission;
  const durationSeconds =
    mediaType === 'image' ? null : (submission.durationSeconds ?? usualSeconds);
  const problem = drawingProblem({ width, height, durationSeconds });
  if (problem === undefined) return undefined;
  return refused('invalid', `${problem.fields.join(' and ')}: ${problem.message}`);
}
