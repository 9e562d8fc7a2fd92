import { latestInstant } from './clock-setting.ts';
import type { MockClock } from './mock-clock.ts';
import { type MockJob, type MockJobState, stateAt } from './mock-job.ts';

/** Where a job that goes wrong in the telling begins to: half of its run is over. */
function middleOf({ runsAt, endsAt }: MockJob): number {
  return (runsAt + endsAt) / 2;
}

/** Until when reads of a job that goes back say that it waits again. */
function backUntil(job: MockJob): number {
  return (middleOf(job) + job.endsAt) / 2;
}

function goesBack({ instructions, canceledAt }: MockJob): boolean {
  return instructions.backwards && canceledAt === undefined;
}

/** The instant as of which reads tell of a job: usually now [mock.read-lies]. */
export function reportedAt(job: MockJob, now: number): number {
  const middle = middleOf(job);
  if (job.stalledUntil !== undefined && now < job.stalledUntil) return Math.min(now, middle);
  return goesBack(job) && now >= middle && now < backUntil(job) ? job.runsAt - 1 : now;
}

/** What reads say of a job. */
export function reportedState(job: MockJob, now: number): MockJobState {
  const at = reportedAt(job, now);
  const isFalse = job.falseUntil !== undefined && at >= job.endsAt && at < job.falseUntil;
  return isFalse ? 'completed' : stateAt(job, at);
}

/** From when on reads say for good how a job ended. */
export function reportedEnd({ endsAt, stalledUntil = endsAt, falseUntil = endsAt }: MockJob): number {
  return Math.max(endsAt, stalledUntil, falseUntil);
}

/** Whether no read finds it any more. */
export function hasVanished({ vanishesAt }: MockJob, now: number): boolean {
  return vanishesAt !== undefined && now >= vanishesAt;
}

/** Instants at which reads come to say something else. */
export function changesOf(job: MockJob): readonly number[] {
  if (job.recorded !== undefined)
    return [job.runsAt, job.endsAt].filter((at) => at <= latestInstant);
  const { runsAt, endsAt, stalledUntil = endsAt, falseUntil = endsAt, vanishesAt = endsAt } = job;
  const changes = [runsAt, endsAt, stalledUntil, falseUntil, vanishesAt];
  return goesBack(job) ? [...changes, middleOf(job), backUntil(job)] : changes;
}

/** When reads come to say something else; undefined when they will not. */
export function nextChange(job: MockJob, now: number): number | undefined {
  const next = Math.min(...changesOf(job).filter((at) => at > now));
  return Number.isFinite(next) ? next : undefined;
}

/** When a job came into the state it is in at `now`, in ms since 1970. */
export function changedAt({ acceptedAt, runsAt, endsAt }: MockJob, now: number): number {
  if (now < runsAt) return acceptedAt;
  return now < endsAt ? runsAt : endsAt;
}

/** Whole percent of a job's run that are over; 100 only when it is told as completed. */
export function percentDone(
  { runsAt, endsAt, instructions }: MockJob,
  state: MockJobState,
  now: number,
): number {
  if (state === 'completed') return 100;
  const share = (now - runsAt) / Math.max(1, endsAt - runsAt);
  return Math.max(0, Math.min(99, Math.floor(share * instructions.failsAfter * 100)));
}

/** Until when a video can be fetched where it ends by a token alone, in ms since 1970; null where no end is told. */
export function keptUntil(
  { endsAt, instructions: { resultKeptMs } }: MockJob,
  clock: Pick<MockClock, 'scaled'>,
): number | null {
  return resultKeptMs === null ? null : endsAt + clock.scaled(resultKeptMs);
}
