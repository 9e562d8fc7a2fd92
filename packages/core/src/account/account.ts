import type { CostUnit } from '../model/route.ts';
import type { Budget, Paid } from './budget.ts';
import type { Lesson } from './learnt.ts';

/** What the pool knows of an account's ability to take work, besides being enabled. */
export type AccountCondition = 'ready' | 'cooling' | 'exhausted' | 'login_required';

/** One upstream account: a key, project or login the operator legitimately holds. Never carries its secret. */
export interface Account {
  readonly id: string;
  /** Operator's name for it, unique; never shown to API users. */
  readonly label: string;
  /** Which upstream client serves it. */
  readonly provider: string;
  /** Families it may serve; `*` serves every family. */
  readonly families: readonly string[];
  readonly enabled: boolean;
  /** Being deleted: takes no new work, goes when its last job ends. */
  readonly draining: boolean;
  /** Added on the condition that its login is tried first: takes no job until its provider has accepted it. */
  readonly awaitsTest: boolean;
  /** Jobs it may have in flight, as the upstream counts them (I10). */
  readonly concurrency: number;
  readonly condition: AccountCondition;
  /** Set while `condition` is `cooling`. */
  readonly coolingUntil: number | null;
  /** What its place counts in. */
  readonly unit: CostUnit;
  /** How much it may pay at most; null = no bound. */
  readonly budget: Budget | null;
  readonly paid: Paid;
  /** What is left as far as known, in its unit; null when the upstream's balance could not be read yet. */
  readonly credits: number | null;
  /** Who says so: the upstream's response, or the operator (then probes do not change it). */
  readonly creditsSource: 'upstream' | 'operator';
  readonly creditsCheckedAt: number | null;
  /** Errors in a row. */
  readonly errorStreak: number;
  readonly lastSuccessAt: number | null;
  readonly lastUsedAt: number | null;
  readonly hasSecret: boolean;
  /** When it was given its present secret; null without one. */
  readonly secretSince: number | null;
  /**
   * Whether the operator declares that nobody but this gateway submits with its key. Then the one task of a list that fits a lost
   * submission is that submission's.
   */
  readonly exclusive: boolean;
  /** What refusals taught about it beside its condition, each thing once. */
  readonly learnt: readonly Lesson[];
}

/** An account together with the pool's counts, taken from the jobs themselves, never from a separate counter. */
export interface AccountLoad {
  readonly account: Account;
  /** Slots taken: prepared to storing, and unknown ones not yet given up. */
  readonly busy: number;
  /** Those of them whose route is known, by the provider's own name of the model. */
  readonly busyByModel: Readonly<Record<string, number>>;
  /** Those of them that jobs of unknown outcome hold. */
  readonly busyUnknown: number;
  /** Credits of jobs chosen for it and not yet taken by the upstream. */
  readonly reservedCredits: number;
  /** Credits of jobs whose outcome is unknown. */
  readonly heldCredits: number;
  /** Credits the upstream took for jobs that are still open: gone from the balance, but they may come back. */
  readonly takenCredits: number;
  /**
   * Credits that moves of jobs took off the known balance, less those they gave back, since the store began to count. Means
   * something only as the difference of two readings: by how much the balance has moved between them.
   */
  readonly movedCredits: number;
  /** Until when the circuit to its provider is open; null when closed. */
  readonly providerOpenUntil: number | null;
}
