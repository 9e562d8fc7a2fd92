import type { AdminJob, AdminUser } from '../fault/admin-view.ts';
import type { MockTruth } from '../fault/crash-harness.ts';

/**
 * Evidence of a round from reliable sources: the mock's ledger, the administrator's view, and the responses to callers.
 */
export interface Evidence {
  readonly jobs: readonly AdminJob[];
  readonly users: readonly AdminUser[];
  readonly truth: MockTruth;
  /** Ids in responses to callers, by user and idempotency key. */
  readonly promised: ReadonlyMap<string, ReadonlySet<string>>;
  /** Quotas of users, in credits, where small. */
  readonly limits: ReadonlyMap<string, number>;
}

const still: ReadonlySet<string> = new Set(['completed', 'failed', 'outcome_unknown']);
/** Tokens with which the mock serves no valid video. */
const unusable = /truncate=|html-body|no-moov/;

const jobOf = (correlationId: string): string => correlationId.split('.')[0] ?? '';

/** Jobs whose video was made, and if the served bytes are usable. */
function madeVideos({ truth }: Evidence): ReadonlyMap<string, 'usable' | 'unusable'> {
  return new Map(
    truth.jobs
      .filter(({ state }) => state === 'completed')
      .map(({ correlation_id: id, prompt }) => [
        jobOf(id),
        unusable.test(prompt) ? 'unusable' : 'usable',
      ]),
  );
}

/** True if a job has nothing more to do; an unusable result may be fetched again for hours. */
export function isOver({ id, state }: AdminJob, evidence: Evidence): boolean {
  return still.has(state) || (state === 'storing' && madeVideos(evidence).get(id) === 'unusable');
}

/** Returns every broken promise of a round, as a sentence with the invariant's number. */
export function brokenPromises(evidence: Evidence): readonly string[] {
  return [
    ...wrongSubmissions(evidence),
    ...notKept(evidence),
    ...wrongEnds(evidence),
    ...wrongSums(evidence),
  ];
}

function wrongSubmissions({ jobs, truth }: Evidence): readonly string[] {
  const known = new Set(jobs.map(({ id }) => id));
  const seen = new Set<string>();
  return truth.jobs.flatMap(({ correlation_id: correlation }) => {
    const job = jobOf(correlation);
    const found = [
      ...(seen.has(job) ? [`${job} was submitted twice (I1)`] : []),
      ...(known.has(job) ? [] : [`${job} was paid for and is gone (I14)`]),
    ];
    seen.add(job);
    return found;
  });
}

function notKept({ jobs, promised }: Evidence): readonly string[] {
  const owners = new Map(jobs.map(({ id, owner }) => [id, owner]));
  return [...promised].flatMap(([name, ids]) => {
    const user = `user:${name.split(' ')[0] ?? ''}`;
    return [
      ...(ids.size > 1 ? [`${name} led to ${[...ids].join(' and ')} (I3)`] : []),
      ...[...ids].flatMap((id) => {
        const owner = owners.get(id);
        if (owner === undefined) return [`${id} was promised and is gone (I2)`];
        return owner === user ? [] : [`${id} was promised to ${user} and is ${owner}'s (I11)`];
      }),
    ];
  });
}

function wrongEnds(evidence: Evidence): readonly string[] {
  const made = madeVideos(evidence);
  return evidence.jobs.flatMap((job) => {
    const { id, state, error } = job;
    const video = made.get(id);
    if (!isOver(job, evidence)) return [`${id} is still ${state} (I14)`];
    if (state === 'completed' && video !== 'usable')
      return [`${id} completed out of what is no video (I7)`];
    if (state === 'failed' && video === 'usable')
      return [`${id} failed as ${error?.code ?? 'nothing'}, and its video was made (I5)`];
    if (state === 'failed' && video === 'unusable' && error?.code !== 'result_invalid')
      return [`${id} failed as ${error?.code ?? 'nothing'}, and its result was at fault (I5)`];
    return [];
  });
}

/** State of the credits of an ended job; of unknown work that was found they stay on hold until its video arrives. */
const moneyOf: Readonly<Record<string, readonly AdminJob['quota'][]>> = {
  completed: ['settled'],
  failed: ['released'],
  outcome_unknown: ['held'],
  storing: ['reserved', 'held'],
};

function wrongSums({ jobs, users, limits }: Evidence): readonly string[] {
  const misplaced = jobs.filter(({ state, quota }) => moneyOf[state]?.includes(quota) === false);
  const ofUsers = users.flatMap(({ id, usage }) => {
    const costOf = (money: AdminJob['quota']): number =>
      jobs
        .filter(({ owner, quota }) => owner === `user:${id}` && quota === money)
        .reduce((sum, { price }) => sum + price, 0);
    const expected = {
      used: costOf('settled'),
      reserved: costOf('reserved'),
      held: costOf('held'),
    };
    const names = ['used', 'reserved', 'held'] as const;
    const all = usage.used + usage.reserved + usage.held;
    return [
      ...names
        .filter((name) => usage[name] !== expected[name])
        .map((name) => `${name} of ${id} is ${usage[name]} and not ${expected[name]} (I4)`),
      ...(all > (limits.get(id) ?? Infinity) ? [`${id} spent ${all}, more than it may (I4)`] : []),
    ];
  });
  return [
    ...misplaced.map(({ id, state, quota }) => `${id} is ${state} and its money ${quota} (I4)`),
    ...ofUsers,
  ];
}
