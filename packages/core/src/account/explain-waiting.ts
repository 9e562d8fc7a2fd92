import type { Job } from '../job/job.ts';
import type { AccountLoad } from './account.ts';
import type { AccountRefusalReason } from './account-readiness.ts';
import { type AccountChoice, chooseForJob } from './choose-account.ts';
import type { Router } from './router.ts';

/** One reason that keeps jobs of a family waiting. */
export interface WaitingReason {
  readonly reason: AccountRefusalReason;
  /** Accounts that refuse for this reason, by id. */
  readonly accountIds: readonly string[];
  /** Number of jobs it delays. */
  readonly jobs: number;
}

/** Reasons why the jobs of one family wait. */
export interface FamilyWait {
  readonly family: string;
  readonly jobs: number;
  /** Instant at which the longest waiting job was accepted. */
  readonly oldestAt: number;
  /** Jobs an account would accept now: they are about to start. */
  readonly starting: number;
  /** Jobs that only an operator can help. */
  readonly stuck: number;
  /** Sorted by the number of jobs they delay, highest first; empty if no account exists. */
  readonly reasons: readonly WaitingReason[];
}

/** Explains by family why jobs without an account wait for one; the family with most jobs comes first. */
export function explainWaiting(
  jobs: readonly Job[],
  pool: { readonly loads: readonly AccountLoad[]; readonly book: Router },
  now: number,
): readonly FamilyWait[] {
  const waiting = jobs.filter(
    ({ state }) => state === 'queued' || state === 'awaiting_configuration',
  );
  return [...Map.groupBy(waiting, ({ request }) => request.family)]
    .map(([family, some]) => explainFamily(family, some, (job) => chooseForJob(job, pool, now)))
    .toSorted((one, other) => other.jobs - one.jobs);
}

function explainFamily(
  family: string,
  jobs: readonly Job[],
  choose: (job: Job) => AccountChoice,
): FamilyWait {
  const choices = jobs.map(choose);
  const refused = choices.filter(({ kind }) => kind !== 'chosen');
  return {
    family,
    jobs: jobs.length,
    oldestAt: Math.min(...jobs.map(({ createdAt }) => createdAt)),
    starting: choices.length - refused.length,
    stuck: choices.filter(({ kind }) => kind === 'configuration-needed').length,
    reasons: reasonsOf(refused),
  };
}

function reasonsOf(refused: readonly AccountChoice[]): readonly WaitingReason[] {
  const found = new Map<AccountRefusalReason, { jobs: number; readonly accounts: Set<string> }>();
  for (const { refusals } of refused) {
    for (const reason of new Set(refusals.map((refusal) => refusal.reason))) {
      const known = found.get(reason) ?? { jobs: 0, accounts: new Set() };
      found.set(reason, known);
      known.jobs += 1;
    }
    for (const { reason, accountId } of refusals) found.get(reason)?.accounts.add(accountId);
  }
  return [...found]
    .map(([reason, { jobs, accounts }]) => ({ reason, jobs, accountIds: [...accounts].toSorted() }))
    .toSorted((one, other) => other.jobs - one.jobs);
}
