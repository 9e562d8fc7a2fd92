import { latestInstant } from './clock-setting.ts';
import type { MockClock } from './mock-clock.ts';
import { type MockJob, type MockJobState, stateAt } from './mock-job.ts';

/** Time at which the reported state may start to differ: the middle of the run. */
function middleOf({ runsAt, endsAt }: MockJob): number {
  return (runsAt + endsAt) / 2;
}

/** Time until which a job with `backwards` is reported as queued again. */
function backUntil(job: MockJob): number {
  return (middleOf(job) + job.endsAt) / 2;
}

function goesBack({ instructions, canceledAt }: MockJob): boolean {
  return instructions.backwards && canceledAt === undefined;
}

/** Instant whose state reads report: usually now [mock.read-lies]. */
export function reportedAt(job: MockJob, now: number): number {
  const middle = middleOf(job);
  if (job.stalledUntil !== undefined && now < job.stalledUntil) return Math.min(now, middle);
  return goesBack(job) && now >= middle && now < backUntil(job) ? job.runsAt - 1 : now;
}

/** State reported by reads [mock.read-lies]. */
export function reportedState(job: MockJob, now: number): MockJobState {
  const at = reportedAt(job, now);
  const isFalse = job.falseUntil !== undefined && at >= job.endsAt && at < job.falseUntil;
  return isFalse ? 'completed' : stateAt(job, at);
}

/** Time from which reads report the final state. */
export function reportedEnd({
  endsAt,
  stalledUntil = endsAt,
  falseUntil = endsAt,
}: MockJob): number {
  return Math.max(endsAt, stalledUntil, falseUntil);
}

/** Returns true if no read finds the job any more. */
export function hasVanished({ vanishesAt }: MockJob, now: number): boolean {
  return vanishesAt !== undefined && now >= vanishesAt;
}

/** Instants at which the reported state changes. */
export function changesOf(job: MockJob): readonly number[] {
  if (job.recorded !== undefined)
    return [job.runsAt, job.endsAt].filter((at) => at <= latestInstant);
  const { runsAt, endsAt, stalledUntil = endsAt, falseUntil = endsAt, vanishesAt = endsAt } = job;
  const changes = [runsAt, endsAt, stalledUntil, falseUntil, vanishesAt];
  return goesBack(job) ? [...changes, middleOf(job), backUntil(job)] : changes;
}

/** Time at which a job entered its state at `now`, in ms since 1970. */
export function changedAt({ acceptedAt, runsAt, endsAt }: MockJob, now: number): number {
  if (now < runsAt) return acceptedAt;
  return now < endsAt ? runsAt : endsAt;
}

/** Whole percent of a job's run that are over; 100 only if it is reported as completed. */
export function percentDone(
  { runsAt, endsAt, instructions }: MockJob,
  state: MockJobState,
  now: number,
): number {
  if (state === 'completed') return 100;
  const share = (now - runsAt) / Math.max(1, endsAt - runsAt);
  return Math.max(0, Math.min(99, Math.floor(share * instructions.failsAfter * 100)));
}

/** Time until which a video can be fetched if only a token limits it, in ms since 1970; null if not reported. */
export function keptUntil(
  { endsAt, instructions: { resultKeptMs } }: MockJob,
  clock: Pick<MockClock, 'scaled'>,
): number | null {
  return resultKeptMs === null ? null : endsAt + clock.scaled(resultKeptMs);
}
