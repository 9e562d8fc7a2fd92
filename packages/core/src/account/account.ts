import type { CostUnit } from '../model/route.ts';
import type { Budget, Paid } from './budget.ts';
import type { LearnedLimit } from './learned.ts';

/** An account's ability to do work as the pool knows it, besides being enabled. */
export type AccountCondition = 'ready' | 'cooling' | 'exhausted' | 'login_required';

/** One provider account: a key, project or login the operator legitimately holds. Never carries its secret. */
export interface Account {
  readonly id: string;
  /** Operator's name for the account, unique; never shown to API users. */
  readonly label: string;
  /** Endpoint, which selects the upstream client. */
  readonly endpoint: string;
  /** Families it may make; `*` = every family. */
  readonly families: readonly string[];
  readonly enabled: boolean;
  /** Being deleted: accepts no new work, removed when its last job ends. */
  readonly draining: boolean;
  /** Accepts no job until its provider has accepted the login, because it was added on that condition. */
  readonly awaitsTest: boolean;
  /** Maximum jobs in flight, as the provider counts them (I10). */
  readonly concurrency: number;
  readonly condition: AccountCondition;
  /** Set while `condition` is `cooling`. */
  readonly coolingUntil: number | null;
  /** Unit in which its endpoint counts. */
  readonly unit: CostUnit;
  /** Maximum it may pay; null = no limit. */
  readonly budget: Budget | null;
  readonly paid: Paid;
  /** Balance as far as known, in its unit; null when it could not be read from the provider yet. */
  readonly credits: number | null;
  /** Source of the balance: the provider's response, or the operator (then probes do not change it). */
  readonly creditsSource: 'upstream' | 'operator';
  readonly creditsCheckedAt: number | null;
  readonly errorStreak: number;
  /** Words of the provider, or of the client, when it last failed; null once a test or a job has succeeded. */
  readonly lastError: string | null;
  readonly lastSuccessAt: number | null;
  readonly lastUsedAt: number | null;
  readonly hasSecret: boolean;
  /** Instant at which it got its present secret; null without one. */
  readonly secretSince: number | null;
  /**
   * The operator's declaration that only this gateway submits with its key. Then the one task of a list that fits a
   * lost submission is that submission's.
   */
  readonly exclusive: boolean;
  /** Limits learned from refusals beside its condition, each once. */
  readonly learned: readonly LearnedLimit[];
}

/** An account together with the pool's counts, derived from the jobs themselves, never from a separate counter. */
export interface AccountLoad {
  readonly account: Account;
  /** Slots in use: jobs from prepared to storing, and unknown ones whose slot is not released yet. */
  readonly busy: number;
  /** Those of them whose route is known, by the provider's own name of the model. */
  readonly busyByModel: Readonly<Record<string, number>>;
  /** Those of them that jobs of unknown outcome hold. */
  readonly busyUnknown: number;
  /** Credits of jobs chosen for it and not yet accepted by the provider. */
  readonly reservedCredits: number;
  /** Credits of jobs whose outcome is unknown. */
  readonly heldCredits: number;
  /** Credits the provider charged for jobs that are still open: gone from the balance, but they may come back. */
  readonly takenCredits: number;
  /** Net credits that jobs have moved off the known balance; only the difference of two readings has a meaning. */
  readonly movedCredits: number;
  /** Instant until which the circuit to its provider is open; null when closed. */
  readonly providerOpenUntil: number | null;
}
