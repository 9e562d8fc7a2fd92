import type { AdminAccess, AdminSession, Audited, AuditEntry } from '@filmgate/core';

/** Sessions, login failures and the audit log in memory. */
export class MemoryAdminAccess implements AdminAccess {
  readonly sessions = new Map<string, AdminSession>();
  readonly entries: AuditEntry[] = [];
  #failures: readonly { readonly subject: string; readonly at: number }[] = [];

  /** Notes the audit entry of a change. */
  readonly note = ({ audit }: Audited): void => {
    if (audit !== undefined) this.entries.push(audit);
  };

  async openSession(session: AdminSession, audited: Audited = {}): Promise<void> {
    this.sessions.set(session.idDigest, session);
    this.note(audited);
  }

  async visit(input: Parameters<AdminAccess['visit']>[0]): Promise<AdminSession | undefined> {
    const { idDigest, now } = input;
    const session = this.sessions.get(idDigest);
    if (session === undefined) return undefined;
    if (hasEnded(session, input)) return undefined;
    const visited = { ...session, lastSeenAt: now };
    this.sessions.set(idDigest, visited);
    return visited;
  }

  async findSession(
    input: Parameters<AdminAccess['findSession']>[0],
  ): Promise<AdminSession | undefined> {
    const session = this.sessions.get(input.idDigest);
    return session === undefined || hasEnded(session, input) ? undefined : session;
  }

  async listSessions(
    input: Parameters<AdminAccess['listSessions']>[0],
  ): Promise<readonly AdminSession[]> {
    return [...this.sessions.values()]
      .filter((session) => !hasEnded(session, input))
      .toSorted((one, other) => other.lastSeenAt - one.lastSeenAt)
      .slice(0, input.limit);
  }

  async closeSession(idDigest: string, audited: Audited = {}): Promise<void> {
    if (this.sessions.delete(idDigest)) this.note(audited);
  }

  async loginFailures(input: {
    readonly subject: string;
    readonly since: number;
  }): Promise<readonly number[]> {
    return this.#failures
      .filter(({ subject, at }) => subject === input.subject && at > input.since)
      .map(({ at }) => at);
  }

  async recordLoginFailure(input: {
    readonly subject: string;
    readonly now: number;
  }): Promise<void> {
    this.#failures = [...this.#failures, { subject: input.subject, at: input.now }];
  }

  async clearLoginFailures(subject: string): Promise<void> {
    this.#failures = this.#failures.filter((failure) => failure.subject !== subject);
  }

  async recordAudit(entry: AuditEntry): Promise<void> {
    this.entries.push(entry);
  }

  async audit(input: {
    readonly before: string | null;
    readonly limit: number;
  }): Promise<readonly AuditEntry[]> {
    const newestFirst = this.entries.toReversed();
    const start =
      input.before === null ? 0 : newestFirst.findIndex(({ id }) => id === input.before) + 1;
    return newestFirst.slice(start, start + input.limit);
  }

  async tidy(): Promise<void> {}
}

function hasEnded(
  { expiresAt, lastSeenAt }: AdminSession,
  { idleMs, now }: { readonly idleMs: number; readonly now: number },
): boolean {
  return expiresAt <= now || lastSeenAt + idleMs <= now;
}
