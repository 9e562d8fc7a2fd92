/** A logged-in administrator's session; stored under the digest of its id, so a copied database opens nothing. */
export interface AdminSession {
  readonly idDigest: string;
  readonly username: string;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
}

/** Sessions and login failures, on the server so that a logout holds at once. */
export interface AdminAccess {
  openSession(session: AdminSession): Promise<void>;
  /** The session when it is neither idle for `idleMs` nor past `expiresAt`; notes the visit. */
  visit(input: {
    readonly idDigest: string;
    readonly idleMs: number;
    readonly now: number;
  }): Promise<AdminSession | undefined>;
  /** As `visit`, and notes nothing: for what goes on without anybody's doing. */
  findSession(input: {
    readonly idDigest: string;
    readonly idleMs: number;
    readonly now: number;
  }): Promise<AdminSession | undefined>;
  closeSession(idDigest: string): Promise<void>;
  /** Failures of this user from this address since `since`, oldest first. */
  loginFailures(input: {
    readonly subject: string;
    readonly since: number;
  }): Promise<readonly number[]>;
  recordLoginFailure(input: { readonly subject: string; readonly now: number }): Promise<void>;
  clearLoginFailures(subject: string): Promise<void>;
  /** Appends to the audit log. */
  recordAudit(entry: AuditEntry): Promise<void>;
  /** Newest first, before the given id. */
  audit(input: {
    readonly before: string | null;
    readonly limit: number;
  }): Promise<readonly AuditEntry[]>;
  /** Drops sessions that ended and failures nobody counts any more. */
  tidy(input: {
    readonly now: number;
    readonly idleMs: number;
    readonly failuresBefore: number;
  }): Promise<void>;
}

/** Who changed what (decisions §6 `audit-log`); `before` and `after` are JSON text without secrets. */
export interface AuditEntry {
  readonly id: string;
  readonly at: number;
  readonly actor: string;
  readonly action: string;
  readonly target: string;
  readonly before: string | null;
  readonly after: string | null;
}
