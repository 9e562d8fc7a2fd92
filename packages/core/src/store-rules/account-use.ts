import { isFinal } from '../job/job-state.ts';
import type { Job } from '../job/job.ts';
import { paidFor, spendOf } from '../job/spend.ts';

/** Use of one account by open jobs. */
export interface AccountUse {
  /** Jobs chosen for it that have not ended. */
  jobs: number;
  /** Slots in use. */
  busy: number;
  /** Those of them whose route is known, by the provider's own name of the model. */
  models: Readonly<Record<string, number>>;
  /** Those of them that jobs of unknown outcome hold. */
  unknown: number;
  /** In the account's unit. */
  reserved: number;
  held: number;
  /** Charged by the provider for jobs that are still open. */
  taken: number;
}

/** Fields of a job that determine its use of its account. */
export type CountedJob = Pick<
  Job,
  'state' | 'accountId' | 'holdsSlot' | 'route' | 'credit' | 'spend' | 'price'
>;

export const unused: Readonly<AccountUse> = {
  jobs: 0,
  busy: 0,
  models: {},
  unknown: 0,
  reserved: 0,
  held: 0,
  taken: 0,
};

/** Adds a job's use of its account, or (`-1`) subtracts it. */
export function adjustUse(use: AccountUse, job: CountedJob, sign: 1 | -1): void {
  const isOpen = !isFinal(job.state);
  if (isOpen) use.jobs += sign;
  if (isOpen && job.credit === 'settled') use.taken += sign * paidFor(job);
  if (job.holdsSlot) use.busy += sign;
  if (job.holdsSlot && job.state === 'outcome_unknown') use.unknown += sign;
  // Neither is known of a job of a former release.
  if (job.holdsSlot && job.route !== null && job.spend !== null)
    use.models = weighed(use.models, job.route.model, sign);
  const { estimate } = spendOf(job);
  if (job.credit === 'reserved') use.reserved += sign * estimate;
  if (job.credit === 'held') use.held += sign * estimate;
}

function weighed(models: AccountUse['models'], model: string, sign: 1 | -1): AccountUse['models'] {
  const { [model]: known = 0, ...others } = models;
  const count = known + sign;
  return count > 0 ? { ...others, [model]: count } : others;
}

export function isUnused({ jobs, busy, reserved, held, taken }: AccountUse): boolean {
  return jobs === 0 && busy === 0 && reserved === 0 && held === 0 && taken === 0;
}
