import type { AdminAccess, AdminSession, AuditEntry, StorageBundle } from '@filmgate/core';
import { faultsOf, gap, replacing } from './breaking.ts';

function admin(change: (adminAccess: AdminAccess) => Partial<AdminAccess>) {
  return replacing('adminAccess', ({ adminAccess }) => change(adminAccess));
}

/** Sessions kept beside the inner ones, so that a fault can do with them as it likes. */
function remembering(
  change: (adminAccess: AdminAccess, sessions: Map<string, AdminSession>) => Partial<AdminAccess>,
): (inner: StorageBundle) => StorageBundle {
  return admin((adminAccess) => {
    const sessions = new Map<string, AdminSession>();
    return {
      openSession: async (session) => {
        sessions.set(session.idDigest, session);
        await adminAccess.openSession(session);
      },
      ...change(adminAccess, sessions),
    };
  });
}

/** Wrong sessions. */
export const sessionFaults = faultsOf('admin-access', {
  'does not note a visit': remembering((adminAccess, sessions) => ({
    visit: async (input) => {
      const session = await adminAccess.visit(input);
      const opened = sessions.get(input.idDigest);
      if (session !== undefined && opened !== undefined) await adminAccess.openSession(opened);
      return session;
    },
  })),
  'notes a visit where a session is only looked for': remembering((adminAccess) => ({
    findSession: async (input) => await adminAccess.visit(input),
  })),
  'shows a session as it was before the visit': remembering((adminAccess, sessions) => ({
    visit: async (input) => {
      const session = await adminAccess.visit(input);
      const lastSeenAt = sessions.get(input.idDigest)?.lastSeenAt ?? 0;
      return session === undefined ? undefined : { ...session, lastSeenAt };
    },
  })),
  'brings a session back that was visited too late': remembering((adminAccess, sessions) => ({
    visit: async (input) => {
      const session = await adminAccess.visit(input);
      const opened = sessions.get(input.idDigest);
      if (session === undefined && opened !== undefined)
        await adminAccess.openSession({ ...opened, lastSeenAt: input.now });
      return session;
    },
  })),
  'carries a session past its end': remembering((adminAccess) => ({
    visit: async (input) => {
      const session = await adminAccess.visit(input);
      if (session !== undefined)
        await adminAccess.openSession({ ...session, expiresAt: session.expiresAt + input.idleMs });
      return session;
    },
  })),
  'keeps a closed session for whoever is there already': remembering((adminAccess, sessions) => ({
    closeSession: async () => {},
    visit: async (input) =>
      sessions.has(input.idDigest) ? await adminAccess.visit(input) : undefined,
  })),
  'writes a visit down without looking whether the session was closed': remembering(
    (adminAccess) => ({
      visit: async (input) => {
        const session = await adminAccess.visit(input);
        await gap();
        if (session !== undefined) await adminAccess.openSession(session);
        return session;
      },
    }),
  ),
  'never tidies': admin(() => ({ tidy: async () => {} })),
  'tidies living sessions away': remembering((adminAccess, sessions) => ({
    tidy: async (input) => {
      await adminAccess.tidy(input);
      for (const idDigest of sessions.keys()) await adminAccess.closeSession(idDigest);
    },
  })),
});

/** Wrong failures and audit. */
export const recordFaults = faultsOf('admin-access', {
  'counts failures of one ms once': admin((adminAccess) => ({
    loginFailures: async (input) => [...new Set(await adminAccess.loginFailures(input))],
  })),
  'reads the failures before it adds one': admin((adminAccess) => {
    const counts = new Map<string, readonly number[]>();
    return {
      recordLoginFailure: async ({ subject, now }) => {
        const before = counts.get(subject) ?? [];
        await gap();
        counts.set(subject, [...before, now]);
      },
      loginFailures: async ({ subject, since }) =>
        (counts.get(subject) ?? []).filter((at) => at >= since),
      clearLoginFailures: async (subject) => void counts.delete(subject),
      tidy: async (input) => {
        await adminAccess.tidy(input);
        for (const [subject, instants] of counts)
          counts.set(
            subject,
            instants.filter((at) => at >= input.failuresBefore),
          );
      },
    };
  }),
  'clears the failures of everybody': admin((adminAccess) => {
    const subjects = new Set<string>();
    return {
      recordLoginFailure: async (input) => {
        subjects.add(input.subject);
        await adminAccess.recordLoginFailure(input);
      },
      clearLoginFailures: async () => {
        for (const subject of subjects) await adminAccess.clearLoginFailures(subject);
      },
    };
  }),
  'tidies failures away that still count': admin((adminAccess) => ({
    tidy: async (input) => await adminAccess.tidy({ ...input, failuresBefore: input.now }),
  })),
  'shortens what the audit says': admin((adminAccess) => ({
    recordAudit: async (entry: AuditEntry) =>
      await adminAccess.recordAudit({ ...entry, target: entry.target.slice(0, 5) }),
  })),
  'orders the audit of one ms by id': admin((adminAccess) => ({
    audit: async ({ before, limit }) => {
      const all = await adminAccess.audit({ before: null, limit: 1_000 });
      const sorted = all
        .toSorted((one, other) => (one.id < other.id ? 1 : -1))
        .toSorted((one, other) => other.at - one.at);
      const start = sorted.findIndex(({ id }) => id === before) + 1;
      return sorted.slice(start, start + limit);
    },
  })),
});
