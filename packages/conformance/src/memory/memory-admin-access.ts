import type { AdminAccess, AdminSession } from '@filmgate/core';
import type { OpenState } from './open-state.ts';

export function createMemoryAdminAccess(open: OpenState): AdminAccess {
  return {
    openSession: async (session) => {
      open().sessions.set(session.idDigest, Object.freeze({ ...session }));
    },
    visit: async ({ idDigest, idleMs, now }) => {
      const { sessions } = open();
      const session = sessions.get(idDigest);
      if (session === undefined || hasEnded(session, { idleMs, now })) return undefined;
      const visited = Object.freeze({ ...session, lastSeenAt: Math.max(session.lastSeenAt, now) });
      sessions.set(idDigest, visited);
      return visited;
    },
    closeSession: async (idDigest) => {
      open().sessions.delete(idDigest);
    },
    loginFailures: async ({ subject, since }) =>
      (open().loginFailures.get(subject) ?? []).filter((at) => at >= since),
    recordLoginFailure: async ({ subject, now }) => {
      const { loginFailures } = open();
      const instants = [...(loginFailures.get(subject) ?? []), now];
      loginFailures.set(
        subject,
        instants.toSorted((one, other) => one - other),
      );
    },
    clearLoginFailures: async (subject) => {
      open().loginFailures.delete(subject);
    },
    recordAudit: async (entry) => {
      open().audit.unshift(Object.freeze({ ...entry }));
    },
    audit: async ({ before, limit }) => {
      const { audit } = open();
      const start = before === null ? 0 : audit.findIndex(({ id }) => id === before) + 1;
      return audit.slice(start, start + limit);
    },
    tidy: async ({ now, idleMs, failuresBefore }) => {
      const { sessions, loginFailures } = open();
      for (const session of [...sessions.values()]) {
        if (hasEnded(session, { idleMs, now })) sessions.delete(session.idDigest);
      }
      for (const [subject, instants] of [...loginFailures]) {
        const counted = instants.filter((at) => at >= failuresBefore);
        if (counted.length === 0) loginFailures.delete(subject);
        else loginFailures.set(subject, counted);
      }
    },
  };
}

function hasEnded(
  session: AdminSession,
  { idleMs, now }: { readonly idleMs: number; readonly now: number },
): boolean {
  return now >= session.expiresAt || now - session.lastSeenAt >= idleMs;
}
