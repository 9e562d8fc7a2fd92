import type { AdminAccess, AdminSession, AuditEntry, AuditQuery } from '@filmgate/core';
import { type MemoryState, noteAudit, type OpenState } from './memory-state.ts';

/** Every method is one synchronous step, so nothing runs in between. */
export function createMemoryAdminAccess(open: OpenState): AdminAccess {
  return {
    openSession: async (session, audited = {}) => {
      const state = open();
      state.sessions.set(session.idDigest, Object.freeze({ ...session }));
      noteAudit(state, audited);
    },
    visit: async (input) => visit(open(), input),
    findSession: async (input) => {
      const session = open().sessions.get(input.idDigest);
      return session === undefined || hasEnded(session, input) ? undefined : session;
    },
    listSessions: async (input) => listSessions(open(), input),
    closeSession: async (idDigest, audited = {}) => {
      const state = open();
      if (state.sessions.delete(idDigest)) noteAudit(state, audited);
    },
    loginFailures: async ({ subject, since }) =>
      (open().loginFailures.get(subject) ?? []).filter((at) => at >= since),
    recordLoginFailure: async ({ subject, now }) => {
      const { loginFailures } = open();
      const instants = [...(loginFailures.get(subject) ?? []), now];
      const oldestFirst = instants.toSorted((one, other) => one - other);
      loginFailures.set(subject, oldestFirst);
    },
    clearLoginFailures: async (subject) => {
      open().loginFailures.delete(subject);
    },
    recordAudit: async (entry) => noteAudit(open(), { audit: entry }),
    audit: async (query) => findAudit(open(), query),
    tidy: async (input) => tidy(open(), input),
  };
}

function visit(
  { sessions }: MemoryState,
  input: Parameters<AdminAccess['visit']>[0],
): AdminSession | undefined {
  const session = sessions.get(input.idDigest);
  if (session === undefined || hasEnded(session, input)) return undefined;
  const lastSeenAt = Math.max(session.lastSeenAt, input.now);
  const visited = Object.freeze({ ...session, lastSeenAt });
  sessions.set(input.idDigest, visited);
  return visited;
}

function listSessions(
  { sessions }: MemoryState,
  input: Parameters<AdminAccess['listSessions']>[0],
): readonly AdminSession[] {
  return [...sessions.values()]
    .filter((session) => !hasEnded(session, input))
    .toSorted(lastSeenFirst)
    .slice(0, input.limit);
}

function findAudit(
  { audit }: MemoryState,
  { before, actor, actions, target, limit }: AuditQuery,
): readonly AuditEntry[] {
  const start = before === null ? 0 : audit.findIndex(({ id }) => id === before) + 1;
  return audit
    .slice(start)
    .filter((entry) => actor === undefined || entry.actor === actor)
    .filter((entry) => actions?.includes(entry.action) !== false)
    .filter((entry) => target === undefined || entry.target === target)
    .slice(0, limit);
}

function lastSeenFirst(one: AdminSession, other: AdminSession): number {
  if (one.lastSeenAt !== other.lastSeenAt) return other.lastSeenAt - one.lastSeenAt;
  return one.idDigest < other.idDigest ? -1 : 1;
}

function tidy(
  { sessions, loginFailures }: MemoryState,
  input: Parameters<AdminAccess['tidy']>[0],
): void {
  for (const session of sessions.values()) {
    if (hasEnded(session, input)) sessions.delete(session.idDigest);
  }
  for (const [subject, instants] of loginFailures) {
    const counted = instants.filter((at) => at >= input.failuresBefore);
    if (counted.length === 0) loginFailures.delete(subject);
    else loginFailures.set(subject, counted);
  }
}

function hasEnded(
  session: AdminSession,
  { idleMs, now }: { readonly idleMs: number; readonly now: number },
): boolean {
  return now >= session.expiresAt || now - session.lastSeenAt >= idleMs;
}
