import type { Account, AccountLoad } from '../account/account.ts';
import type { Budget } from '../account/budget.ts';
import type { CostUnit } from '../model/route.ts';
import type { Audited } from './admin-access.ts';

/** Fields an operator sets; absent = unchanged (edit) or the default (add). */
export interface AccountSettings {
  readonly label?: string;
  readonly families?: readonly string[];
  readonly enabled?: boolean;
  /** True keeps the account from all work until a probe finds it `ready`; false is an operator's word that it needs no test. Absent on a new account = false. */
  readonly awaitsTest?: boolean;
  readonly concurrency?: number;
  /** See `Account.exclusive`. */
  readonly exclusive?: boolean;
  /** The unit its place counts in; credits by default. It does not change while the account has jobs. */
  readonly unit?: CostUnit;
  /** Null removes the budget. */
  readonly budget?: Budget | null;
  /** A number states the balance (operator's word); null gives it back to the upstream's probes. */
  readonly credits?: number | null;
  /** Already sealed by the secret box; write-only. */
  readonly sealedSecret?: string;
}

/** What a read-only look at the upstream said about an account. */
export type AccountProbe =
  | {
      readonly kind: 'ready';
      readonly credits: number | null;
      /** Its upstream cannot be asked, so the account is assumed to be ready. */
      readonly isAssumed?: true;
      /** An operator requested the look: if the upstream tells no balance, the account counts as having credits again. */
      readonly isTest?: true;
      /** What the balance shows that the account paid beside what was counted of its jobs; less than 0 came back. Absent = nothing. */
      readonly uncounted?: number;
    }
  | { readonly kind: 'login-required' }
  | { readonly kind: 'unreadable' };

/**
 * The upstream accounts. An operator's change carries its entry of the audit log. Loads are derived from jobs in the
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
      readonly provider: string;
      readonly settings: AccountSettings & { readonly label: string };
      readonly now: number;
    },
  ): Promise<
    { readonly kind: 'added'; readonly account: Account } | { readonly kind: 'label-taken' }
  >;
  /**
   * Changes what is given. A new secret clears `login_required`; stated credits above 0 clear `exhausted`. Lowering the
   * concurrency never touches jobs in flight. Wakes `awaiting_configuration` jobs (they become due).
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
   * waiting jobs. The balance it read (null where the upstream counts no credits) replaces the known one and its
   * instant, unless an operator stated it. `ready` clears `login_required`, and `awaitsTest` unless it is assumed; it
   * clears `exhausted` when credits are
   * above 0, or when an operator asked and the upstream tells no balance. A probe older than the last is ignored,
   * unless the last one's instant now lies in the future: then the clock was set back since. What jobs moved since
   * `movedCredits` was read, which is before the upstream was asked, moves the new balance too, so that a response on
   * its way loses no charge. A charge that the upstream had counted already then counts twice until the next probe: the
   * pool promises too little rather than too much. Reserved and held credits stay beside the balance. What
   * a probe found `uncounted` counts as paid when it was asked.
   */
  recordProbe(input: {
    readonly id: string;
    readonly probe: AccountProbe;
    readonly askedAt: number;
    /** The account's `movedCredits` before the upstream was asked. */
    readonly movedCredits: number;
    readonly now: number;
  }): Promise<void>;
  /**
   * Replaces a secret by the same secret under another seal; changes nothing else and wakes no job. False, without any
   * change, when the stored secret is not the expected one.
   */
  reseal(input: {
    readonly id: string;
    readonly expected: string;
    readonly sealedSecret: string;
  }): Promise<boolean>;
  /** The sealed secret for the upstream client; undefined when none was given. Never part of an `Account`. */
  sealedSecret(id: string): Promise<string | undefined>;
}
