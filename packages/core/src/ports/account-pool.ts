import type { Account, AccountLoad } from '../account/account.ts';
import type { Budget } from '../account/budget.ts';
import type { CostUnit } from '../model/route.ts';
import type { Audited } from './admin-access.ts';

/** Fields an operator sets; absent = unchanged (edit) or the default (add). */
export interface AccountSettings {
  readonly label?: string;
  readonly families?: readonly string[];
  readonly enabled?: boolean;
  readonly concurrency?: number;
  /** What its place counts in; credits by default. Not changed while it has jobs. */
  readonly unit?: CostUnit;
  /** Null takes the bound away. */
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
      /** Not asked, because its upstream cannot be: it is taken for ready. */
      readonly isAssumed?: true;
      /** An operator had it looked at: where no balance is told, there is something on it again. */
      readonly isTest?: true;
    }
  | { readonly kind: 'login-required' }
  | { readonly kind: 'unreadable' };

/**
 * The upstream accounts; what an operator changes brings its entry of the audit log. Loads are derived from jobs in the same
 * act that changes the jobs.
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
   * Notes a probe asked at `askedAt`, for the account and for its provider's circuit (`circuitAfter`). The balance it read, null where the upstream counts no credits, replaces the one known
   * and its instant, unless the operator stated it; `ready` clears
   * `login_required`, and `exhausted` when credits are above 0, or not told to an operator who asked; wakes waiting jobs. An older probe than the last is ignored,
   * but where that was noted in what is the future now: the clock was set back since.
   * What jobs moved since `movedCredits` was read, before the upstream was asked, is moved on the new balance too, so that no
   * taking is lost to an answer on its way. One that the upstream had counted already is then counted twice until the next
   * probe: rather too little is promised than too much. What is reserved and held stays beside the balance.
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
   * Replaces a secret by the same secret under another seal: nothing else changes, and no waiter is woken. False, and
   * nothing is changed, when the stored one is not the expected one.
   */
  reseal(input: {
    readonly id: string;
    readonly expected: string;
    readonly sealedSecret: string;
  }): Promise<boolean>;
  /** The sealed secret for the upstream client; undefined when none was given. Never part of an `Account`. */
  sealedSecret(id: string): Promise<string | undefined>;
}
