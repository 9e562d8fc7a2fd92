import type { Account, AccountLoad } from '../account/account.ts';
import type { Budget } from '../account/budget.ts';
import type { CostUnit } from '../model/route.ts';
import type { Audited } from './admin-access.ts';

/** Fields an operator sets; absent = unchanged (edit) or the default (add). */
export interface AccountSettings {
  readonly label?: string;
  readonly families?: readonly string[];
  readonly enabled?: boolean;
  /**
   * True keeps the account from all work until a probe finds it `ready`; false is an operator's statement that it needs
   * no test. Absent on a new account = false.
   */
  readonly awaitsTest?: boolean;
  readonly concurrency?: number;
  /** See `Account.exclusive`. */
  readonly exclusive?: boolean;
  /** The unit its endpoint counts in; credits by default. It does not change while the account has jobs. */
  readonly unit?: CostUnit;
  /** Null removes the budget. */
  readonly budget?: Budget | null;
  /** A number states the balance (by the operator); null returns it to the provider's probes. */
  readonly credits?: number | null;
  /** Already sealed by the secret box; write-only. */
  readonly sealedSecret?: string;
}

/** Result of a read-only probe of an account at the provider. */
export type AccountProbe =
  | {
      readonly kind: 'ready';
      readonly credits: number | null;
      /** Its provider cannot be queried, so the account is assumed to be ready. */
      readonly isAssumed?: true;
      /** An operator requested the probe: without a reported balance the account counts as having credits again. */
      readonly isTest?: true;
      /** Amount the account paid beside what its jobs counted, by its balance; below 0 came back. Absent = nothing. */
      readonly uncounted?: number;
    }
  /** `detail`: the reason for an operator, without a secret; absent = unknown. */
  | { readonly kind: 'login-required'; readonly detail?: string }
  | { readonly kind: 'unreadable'; readonly detail?: string };

/**
 * The provider accounts. An operator's change carries its entry of the audit log. Loads are derived from jobs in the
 * same act that changes the jobs.
 */
export interface AccountPool {
  /** Every account with its load, by id. Consistent: a snapshot between two writes. */
  loads(): Promise<readonly AccountLoad[]>;
  find(id: string): Promise<AccountLoad | undefined>;
  /** Precondition: `id` is new. `label-taken` when another account has the label. */
  add(
    input: Audited & {
      readonly id: string;
      readonly endpoint: string;
      readonly settings: AccountSettings & { readonly label: string };
      readonly now: number;
    },
  ): Promise<
    { readonly kind: 'added'; readonly account: Account } | { readonly kind: 'label-taken' }
  >;
  /**
   * Changes the given fields. A new secret clears `login_required` and the last error; stated credits above 0 clear
   * `exhausted`. A lower concurrency never touches jobs in flight. Makes `awaiting_configuration` jobs due.
   */
  edit(
    input: Audited & {
      readonly id: string;
      readonly settings: AccountSettings;
      readonly now: number;
    },
  ): Promise<
    | { readonly kind: 'edited'; readonly account: Account }
    | { readonly kind: 'label-taken' }
    | { readonly kind: 'unknown' }
  >;
  /** Stops new work; removes it at once when nothing is in flight, else when the last of its jobs ends. */
  remove(
    input: Audited & {
      readonly id: string;
      readonly now: number;
    },
  ): Promise<
    | { readonly kind: 'removed' }
    | { readonly kind: 'draining'; readonly inFlight: number }
    | { readonly kind: 'unknown' }
  >;
  /**
   * Records a probe asked at `askedAt`, for the account and for its provider's circuit (`circuitAfter`), and wakes
   * waiting jobs. The balance it read (null where the provider counts no credits) replaces the known one and its
   * instant, unless an operator stated it. `ready` clears `login_required`, and `awaitsTest` unless it is assumed; it
   * clears `exhausted` when credits are above 0, or when an operator asked and the provider reports no balance. The
   * detail of a failed probe becomes the last error, unless that explains a lost login or missing credits. A probe
   * older than the last is ignored, unless the last one's instant is now in the future: then the clock was set back
   * since. Credits moved by jobs since `movedCredits` was read, which is before the provider was queried, move the new
   * balance too, so that a response on its way loses no charge. A charge that the provider had counted already then
   * counts twice until the next probe: the pool promises too little rather than too much. Reserved and held credits
   * stay beside the balance. An amount a probe found `uncounted` counts as paid at the time it was queried.
   */
  recordProbe(input: {
    readonly id: string;
    readonly probe: AccountProbe;
    readonly askedAt: number;
    /** The account's `movedCredits` before the provider was queried. */
    readonly movedCredits: number;
    readonly now: number;
  }): Promise<void>;
  /** Replaces the seal of a secret and wakes no job; false, without a change, if the stored secret is another one. */
  reseal(input: {
    readonly id: string;
    readonly expected: string;
    readonly sealedSecret: string;
  }): Promise<boolean>;
  /** The sealed secret for the upstream client; undefined when none was given. Never part of an `Account`. */
  sealedSecret(id: string): Promise<string | undefined>;
}
