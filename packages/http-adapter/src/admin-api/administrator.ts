import type { AuditEntry } from '@filmgate/core';

/** The administrator's name and password, as stored. */
export interface Administrator {
  /** Resolves to true for the administrator's name. */
  isNamed(username: string): Promise<boolean>;
  /** Instant since which the password is in force, in ms; sessions opened before have ended. */
  since(): Promise<number>;
  /** Resolves to true if a password is common or easily guessed. */
  isGuessable(password: string, username: string): Promise<boolean>;
  /**
   * Changes the password; resolves to the instant from which it is in force, or to undefined if the current password is
   * no longer that of `since`.
   */
  changePassword(input: {
    readonly password: string;
    readonly since: number;
    readonly audit: AuditEntry;
  }): Promise<number | undefined>;
}

/** Result of checking a code at login; `refused` also if none was given and one is needed. */
export type SecondFactorCheck = 'not-needed' | 'accepted' | 'refused';

/** One-time codes of the administrator (RFC 6238), and recovery codes for when the device is lost. */
export interface SecondFactor {
  /** `unconfirmed`: begun, and required only after a first code was seen. */
  state(): Promise<{
    readonly kind: 'off' | 'unconfirmed' | 'on';
    readonly recoveryCodesLeft: number;
  }>;
  /** Creates a new secret, to be confirmed; undefined while one is in force. */
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
  /** Consumes a one-time or recovery code, valid once over all nodes; `auditRecovery` gets the number of codes left. */
  check(
    code: string | undefined,
    auditRecovery: (left: number) => AuditEntry,
  ): Promise<SecondFactorCheck>;
  /** Removes the second factor; resolves to false if there was none. */
  remove(audit: AuditEntry): Promise<boolean>;
}
