import type { Job } from './job.ts';

/** Longest pause between two reads of one job, in ms. */
const longestPollMs = 15_000;
const longestFailureMs = 60_000;
const longestFetchMs = 15 * 60_000;
/** Factor on the pause after a result that looked wrong: its host may be showing something else for a moment. */
const doubtFactor = 8;
const longestReconcileMs = 3_600_000;
/** Maximum pause, even if the provider asks for more: some endpoints keep a finished video for only an hour. */
const longestAskedMs = 5 * 60_000;
/** Share of a job's age waited before the next read: long jobs are read less often. */
const ageShare = 0.1;
/** Pauses vary by ± this share, so that jobs accepted together are not read together. */
const spread = 0.2;

/** Returns a number in 0..1 that depends only on the job and on how often it was read. */
function spreadOf(job: Job): number {
  let hash = 2_166_136_261 ^ job.version;
  for (let index = 0; index < job.id.length; index += 1)
    hash = Math.imul(hash ^ job.id.charCodeAt(index), 16_777_619);
  return ((hash ^ (hash >>> 15)) >>> 0) / 4_294_967_296;
}

function spreadOut(ms: number, job: Job): number {
  return Math.round(ms * (1 - spread + 2 * spread * spreadOf(job)));
}

function askedAtMost(askedMs: number | null): number {
  return Math.min(longestAskedMs, askedMs ?? 0);
}

/** Returns when to read the provider next: in proportion to the job's age, never faster than the provider allows. */
export function nextPollAt(
  job: Job,
  { minimumMs, askedMs }: { readonly minimumMs: number; readonly askedMs: number | null },
  now: number,
): number {
  const age = now - (job.submittedAt ?? now);
  const pause = Math.min(longestPollMs, Math.max(minimumMs, age * ageShare));
  return now + Math.max(minimumMs, askedAtMost(askedMs), spreadOut(pause, job));
}

/** Returns when to read again after a failed read: doubling pauses, from the provider's minimum on. */
export function nextAfterFailure(
  job: Job,
  { minimumMs, askedMs }: { readonly minimumMs: number; readonly askedMs: number | null },
  now: number,
): number {
  const pause = Math.min(longestFailureMs, minimumMs * 2 ** Math.min(job.readFailures + 1, 20));
  return now + Math.max(askedAtMost(askedMs), spreadOut(pause, job));
}

/** Returns when to fetch a finished result again: doubling pauses up to a quarter of an hour. */
export function nextFetchAt(
  job: Job,
  { minimumMs, isDoubtful }: { readonly minimumMs: number; readonly isDoubtful: boolean },
  now: number,
): number {
  const firstMs = minimumMs * (isDoubtful ? doubtFactor : 1);
  const pause = Math.min(longestFetchMs, firstMs * 2 ** Math.min(job.readFailures + 1, 20));
  return now + spreadOut(pause, job);
}

/** Returns when to query an unknown outcome again: doubling pauses, from `firstMs` up to an hour. */
export function nextReconcileAt(job: Job, firstMs: number, now: number): number {
  return (
    now +
    spreadOut(Math.min(longestReconcileMs, firstMs * 2 ** Math.min(job.readFailures, 20)), job)
  );
}
