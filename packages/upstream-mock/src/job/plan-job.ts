import type { MockInstructions } from './mock-instructions.ts';
import { keyedDigest } from './keyed-digest.ts';
import type { MockClock } from './mock-clock.ts';
import { canceledJob, type MockJob, type MockSubmission, ownWire } from './mock-job.ts';

/** Default times of a job before scaling, in ms. */
const queueRangeMs = [500, 2_000] as const;
const runRangeMs = [3_000, 8_000] as const;

/** Default duration of a video, in seconds. */
export const usualSeconds = 1;

/** Credits per second of video, or per image. */
const priceOf: ReadonlyMap<string, number> = new Map([
  ['480p', 1],
  ['720p', 2],
  ['1080p', 4],
  ['4k', 8],
  ['1k', 1],
  ['2k', 2],
]);

/** Price of a submission, in credits. */
export function chargeFor({
  resolution,
  durationSeconds,
}: Pick<MockSubmission, 'resolution' | 'durationSeconds'>): number {
  return (priceOf.get(resolution) ?? 1) * (durationSeconds ?? 1);
}

/**
 * Fixes the course of an accepted submission. Its id and times follow from the seed and its own key only; a repeated
 * correlation id is two jobs, as with providers that have no idempotency.
 */
export function planJob(input: {
  readonly seed: string;
  readonly account: string;
  readonly submission: MockSubmission;
  readonly instructions: MockInstructions;
  /** Number of earlier accepted jobs of this API, account and correlation id. */
  readonly earlier: number;
  readonly clock: Pick<MockClock, 'now' | 'scaled'>;
  /** Builds the id of a task in the API's form, from 24 hexadecimal digits. */
  readonly taskId: (digits: string) => string;
}): MockJob {
  const { seed, account, submission, instructions, earlier, clock, taskId } = input;
  const origin = submission.wire === ownWire ? [] : [submission.wire];
  const key = [...origin, account, submission.correlationId, String(earlier)];
  const digest = keyedDigest(seed, ...key);
  const within = ([from, to]: readonly [number, number], at: number) =>
    from + ((to - from) * digest.readUInt32BE(at)) / 2 ** 32;
  const acceptedAt = clock.now();
  // The callback of the end is sent before the response.
  const atOnce = instructions.callback === 'before-answer' ? 0 : null;
  const queueMs = atOnce ?? instructions.queueMs ?? within(queueRangeMs, 12);
  const runsAt = acceptedAt + clock.scaled(queueMs);
  const runMs = atOnce ?? instructions.runMs ?? within(runRangeMs, 16);
  const endsAt = runsAt + clock.scaled(runMs * instructions.failsAfter);
  const { deadlineMs, startWithinMs, ...asked } = submission;
  const job = {
    ...asked,
    id: taskId(digest.toString('hex', 0, 12)),
    account,
    acceptedAt,
    runsAt,
    endsAt,
    charge: chargeFor(submission),
    instructions,
    ...liesOf(instructions, { acceptedAt, endsAt, clock }),
  };
  const after = (ms = Infinity) => (ms < Infinity ? acceptedAt + clock.scaled(ms) : ms);
  const lastStart = after(startWithinMs);
  const deadline = Math.min(after(deadlineMs), lastStart < runsAt ? lastStart : Infinity);
  if (deadline === Infinity) return job;
  const limited = { ...job, deadline };
  return deadline < endsAt ? canceledJob(limited, deadline) : limited;
}

/** Instants at which the reported state starts or stops to differ from the true one. */
function liesOf(
  { stallMs, completedFirstMs, vanishMs }: MockInstructions,
  at: {
    readonly acceptedAt: number;
    readonly endsAt: number;
    readonly clock: Pick<MockClock, 'scaled'>;
  },
) {
  const { acceptedAt, endsAt, clock } = at;
  return {
    ...(stallMs !== null && { stalledUntil: endsAt + clock.scaled(stallMs) }),
    ...(completedFirstMs !== null && { falseUntil: endsAt + clock.scaled(completedFirstMs) }),
    ...(vanishMs !== null && { vanishesAt: acceptedAt + clock.scaled(vanishMs) }),
  };
}
