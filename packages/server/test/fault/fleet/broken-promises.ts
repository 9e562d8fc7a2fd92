import type { AdminJob, AdminUser } from '../admin-view.ts';
import type { MockTruth } from '../crash-harness.ts';

/**
 * Evidence of a fleet from reliable sources: the mock's ledger, the administrator's view, and the responses to callers.
 */
export interface Evidence {
  readonly jobs: readonly AdminJob[];
  readonly truth: MockTruth;
  readonly usage: AdminUser['usage'];
  /** Ids in responses to callers, by idempotency key. */
  readonly promised: ReadonlyMap<string, ReadonlySet<string>>;
  /** Slots of the only account. */
  readonly cap: number;
  /** Time the mock worked on each job, in ms; undefined where unknown. */
  readonly runMs: number | undefined;
}

/**
 * Returns every broken promise, as a sentence with the invariant's number; a job that still changes counts as one that
 * did not heal.
 */
export function brokenPromises(evidence: Evidence): readonly string[] {
  return [
    ...submittedTwice(evidence),
    ...notKept(evidence),
    ...endedWrongly(evidence),
    ...wrongSums(evidence),
    ...tooManyAtOnce(evidence),
  ];
}

const jobOf = (correlationId: string): string => correlationId.split('.')[0] ?? '';

function submittedTwice({ truth, jobs }: Evidence): readonly string[] {
  const known = new Set(jobs.map(({ id }) => id));
  const seen = new Set<string>();
  return truth.jobs.flatMap(({ correlation_id: correlation }) => {
    const job = jobOf(correlation);
    const found: string[] = [];
    if (seen.has(job)) found.push(`${job} was submitted twice (I1)`);
    if (!known.has(job)) found.push(`${job} was paid for and is gone (I14)`);
    seen.add(job);
    return found;
  });
}

function notKept({ jobs, promised }: Evidence): readonly string[] {
  const known = new Set(jobs.map(({ id }) => id));
  return [...promised].flatMap(([key, ids]) => [
    ...(ids.size > 1 ? [`${key} led to ${[...ids].join(' and ')} (I3)`] : []),
    ...[...ids].filter((id) => !known.has(id)).map((id) => `${id} was promised and is gone (I2)`),
  ]);
}

function endedWrongly({ jobs, truth }: Evidence): readonly string[] {
  const made = new Set(
    truth.jobs
      .filter(({ state }) => state === 'completed')
      .map(({ correlation_id: id }) => jobOf(id)),
  );
  return jobs.flatMap(({ id, state }) => {
    switch (state) {
      case 'completed':
        return made.has(id) ? [] : [`${id} completed out of nothing (I7)`];
      case 'failed':
        return made.has(id) ? [`${id} failed, and its video was made (I5)`] : [];
      case 'outcome_unknown':
        return [];
      default:
        return [`${id} is still ${state} (I14)`];
    }
  });
}

function wrongSums({ jobs, usage }: Evidence): readonly string[] {
  const costOf = (wanted: string): number =>
    jobs.filter(({ state }) => state === wanted).reduce((sum, { price }) => sum + price, 0);
  const expected = { used: costOf('completed'), reserved: 0, held: costOf('outcome_unknown') };
  const names = ['used', 'reserved', 'held'] as const;
  return names
    .filter((name) => usage[name] !== expected[name])
    .map((name) => `${name} is ${usage[name]} and not ${expected[name]} (I4)`);
}

/** Maximum number of jobs the mock worked on at once. */
export function mostAtOnce({ truth }: Pick<Evidence, 'truth'>, runMs: number): number {
  const begins = truth.jobs.map(({ accepted_at: at }) => Date.parse(at)).toSorted((a, b) => a - b);
  const running = begins.map(
    (at, index) => begins.slice(0, index + 1).filter((before) => before + runMs > at).length,
  );
  return Math.max(0, ...running);
}

function tooManyAtOnce({ truth, cap, runMs }: Evidence): readonly string[] {
  if (runMs === undefined) return [];
  const most = mostAtOnce({ truth }, runMs);
  return most > cap ? [`the account had ${most} jobs at once, its cap is ${cap} (I10)`] : [];
}
