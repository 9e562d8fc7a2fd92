/** A logged-in administrator's session; stored under the digest of its id, so a copied database opens nothing. */
export interface AdminSession {
  readonly idDigest: string;
  readonly username: string;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
  /**
   * Names the login that opened the session, by the instant from which that login was valid; absent in sessions of
   * earlier releases. A name, not a bound: clocks go back, and a session may seem older than its login.
   */
  readonly loginSince?: number;
}

/** Audit entry of an administrator's change, written in the same act; a call that changes nothing leaves no entry. */
export interface Audited {
  /** Absent when no administrator made the change. */
  readonly audit?: AuditEntry;
}

/** Sessions and login failures. They are kept on the server so that a logout applies immediately. */
export interface AdminAccess {
  openSession(session: AdminSession, audited?: Audited): Promise<void>;
  /** The session when it is neither idle for `idleMs` nor past `expiresAt`; notes the visit. */
  visit(input: {
    readonly idDigest: string;
    readonly idleMs: number;
    readonly now: number;
  }): Promise<AdminSession | undefined>;
  /** Like `visit`, but does not count as a visit: for work without a person behind it. */
  findSession(input: {
    readonly idDigest: string;
    readonly idleMs: number;
    readonly now: number;
  }): Promise<AdminSession | undefined>;
  /** Lists sessions a visit would find, last seen first, then by digest; at most `limit`. Does not count as a visit. */
  listSessions(input: {
    readonly idleMs: number;
    readonly now: number;
    readonly limit: number;
  }): Promise<readonly AdminSession[]>;
  closeSession(idDigest: string, audited?: Audited): Promise<void>;
  /** Failures of this user from this address since `since`, oldest first. */
  loginFailures(input: {
    readonly subject: string;
    readonly since: number;
  }): Promise<readonly number[]>;
  recordLoginFailure(input: { readonly subject: string; readonly now: number }): Promise<void>;
  clearLoginFailures(subject: string): Promise<void>;
  /** Appends an entry for what changed nothing here, such as a failed login; changes carry their own (`Audited`). */
  recordAudit(entry: AuditEntry): Promise<void>;
  /**
   * Newest first, after the entry with the id `before` in this order; only entries that pass every filter, at most
   * `limit`. The log grows at the pace of people, so an adapter may scan it.
   */
  audit(query: AuditQuery): Promise<readonly AuditEntry[]>;
  /** Drops sessions that ended and failures that no longer count. */
  tidy(input: {
    readonly now: number;
    readonly idleMs: number;
    readonly failuresBefore: number;
  }): Promise<void>;
}

/** Filters of the audit log. An absent filter matches every entry. */
export interface AuditQuery {
  /** Id of the entry the page starts after, which need not pass the filters; null = the beginning. */
  readonly before: string | null;
  readonly actor?: string;
  /** Any of these, word for word; an empty list matches nothing. */
  readonly actions?: readonly string[];
  readonly target?: string;
  readonly limit: number;
}

/** One change, and who made it [admin.audit-log]; `before` and `after` are JSON text without secrets. */
export interface AuditEntry {
  readonly id: string;
  readonly at: number;
  readonly actor: string;
  readonly action: string;
  readonly target: string;
  /** The request that made the change; absent where a command did, or the gateway itself. */
  readonly origin?: AuditOrigin;
  readonly before: string | null;
  readonly after: string | null;
}

/** Origin of a request. */
export interface AuditOrigin {
  /** IP address, as the trusted proxies report it. */
  readonly address: string;
  /** Name of the session, which grants nothing; null without a session. */
  readonly session: string | null;
}
