import type {
  AdminAccess,
  AdminSession,
  AuditEntry,
  AuditQuery,
  StorageBundle,
} from '@filmgate/core';
import { faultsOf, gap, replacing } from './breaking.ts';

function admin(change: (adminAccess: AdminAccess) => Partial<AdminAccess>) {
  return replacing('adminAccess', ({ adminAccess }) => change(adminAccess));
}

/** Sessions kept beside the inner ones, so that a fault can change them freely. */
function remembering(
  change: (adminAccess: AdminAccess, sessions: Map<string, AdminSession>) => Partial<AdminAccess>,
): (inner: StorageBundle) => StorageBundle {
  return admin((adminAccess) => {
    const sessions = new Map<string, AdminSession>();
    return {
      openSession: async (session, audited) => {
        sessions.set(session.idDigest, session);
        await adminAccess.openSession(session, audited);
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
  'lists sessions that have ended': remembering((adminAccess, sessions) => ({
    listSessions: async (input) => {
      const open = await adminAccess.listSessions(input);
      const listed = new Set(open.map(({ idDigest }) => idDigest));
      const ended = [...sessions.values()].filter(({ idDigest }) => !listed.has(idDigest));
      return [...open, ...ended].slice(0, input.limit);
    },
  })),
  'lists sessions as they were opened': admin((adminAccess) => ({
    listSessions: async (input) =>
      (await adminAccess.listSessions(input)).toSorted((one, other) =>
        one.idDigest < other.idDigest ? -1 : 1,
      ),
  })),
  'lists more sessions than were asked for': admin((adminAccess) => ({
    listSessions: async (input) => await adminAccess.listSessions({ ...input, limit: 1_000 }),
  })),
  'notes a visit of every session it lists': admin((adminAccess) => ({
    listSessions: async (input) => {
      const open = await adminAccess.listSessions(input);
      for (const { idDigest } of open) await adminAccess.visit({ ...input, idDigest });
      return open;
    },
  })),
  'lists a closed session to callers that listed it before': admin((adminAccess) => {
    const seen = new Map<string, AdminSession>();
    return {
      listSessions: async (input) => {
        for (const session of await adminAccess.listSessions(input))
          seen.set(session.idDigest, session);
        return [...seen.values()].slice(0, input.limit);
      },
    };
  }),
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
  'keeps a closed session where it is open already': remembering((adminAccess, sessions) => ({
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
  'clears the failures of all users': admin((adminAccess) => {
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
  'filters a page of the audit when it is read': admin((adminAccess) => ({
    audit: async ({ before, limit, ...filter }) =>
      (await adminAccess.audit({ before, limit })).filter((entry) => passes(entry, filter)),
  })),
  'lets through what passes one filter of the audit': admin((adminAccess) => ({
    audit: async ({ before, limit, actor, actions, target }) => {
      const all = await adminAccess.audit({ before, limit: 1_000 });
      const filters = [
        ...(actor === undefined ? [] : [{ actor }]),
        ...(actions === undefined ? [] : [{ actions }]),
        ...(target === undefined ? [] : [{ target }]),
      ];
      const found = all.filter(
        (entry) => filters.length === 0 || filters.some((filter) => passes(entry, filter)),
      );
      return found.slice(0, limit);
    },
  })),
  'takes the beginning of an action of the audit for the whole': admin((adminAccess) => ({
    audit: async ({ actions, ...query }) => {
      const all = await adminAccess.audit({ ...query, limit: 1_000 });
      const found = all.filter(
        ({ action }) => actions?.some((wanted) => action.startsWith(wanted)) !== false,
      );
      return found.slice(0, query.limit);
    },
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

type AuditFilter = Pick<AuditQuery, 'actor' | 'actions' | 'target'>;

function passes(entry: AuditEntry, { actor, actions, target }: AuditFilter): boolean {
  return (
    (actor === undefined || entry.actor === actor) &&
    (target === undefined || entry.target === target) &&
    actions?.includes(entry.action) !== false
  );
}
