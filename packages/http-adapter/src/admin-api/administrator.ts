import type { AuditEntry } from '@filmgate/core';

/** The administrator's name and password, as the store has them. */
export interface Administrator {
  /** Whether this is the administrator's name. */
  isNamed(username: string): Promise<boolean>;
  /** Since when the password is in force, ms; sessions opened before have ended. */
  since(): Promise<number>;
  /** Whether a password is a common one or easily guessed. */
  isGuessable(password: string, username: string): Promise<boolean>;
  /** Puts another in force; gives since when, or undefined where the one in force is no longer that of `since`. */
  changePassword(input: {
    readonly password: string;
    readonly since: number;
    readonly audit: AuditEntry;
  }): Promise<number | undefined>;
}

/** What a code at login came to; `refused` also where none was given and one is needed. */
export type SecondFactorCheck = 'not-needed' | 'accepted' | 'refused';

/** One-time codes of the administrator (RFC 6238), and recovery codes for when the device is lost. */
export interface SecondFactor {
  /** `unconfirmed`: begun, and asked for only once a first code was seen. */
  state(): Promise<{
    readonly kind: 'off' | 'unconfirmed' | 'on';
    readonly recoveryCodesLeft: number;
  }>;
  /** A new secret, to be confirmed; undefined while one is in force. */
  begin(
    username: string,
    audit: AuditEntry,
  ): Promise<{ readonly secret: string; readonly uri: string } | undefined>;
  /** Puts the secret in force by its first code. */
  confirm(
    code: string,
    audit: AuditEntry,
  ): Promise<
    | { readonly kind: 'on'; readonly recoveryCodes: readonly string[] }
    | { readonly kind: 'wrong' | 'not-begun' }
  >;
  /** Uses a one-time code or a recovery code: it counts once, over all nodes. `auditRecovery` is given how many codes are left. */
  check(
    code: string | undefined,
    auditRecovery: (left: number) => AuditEntry,
  ): Promise<SecondFactorCheck>;
  /** Whether there was anything to remove. */
  remove(audit: AuditEntry): Promise<boolean>;
}
