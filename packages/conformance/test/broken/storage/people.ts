import type {
  AdminAccess,
  AdminSession,
  ApiUser,
  ApiUsers,
  Asset,
  AssetIndex,
  AuditEntry,
  NamedValues,
  StorageBundle,
} from '@filmgate/core';
import { allJobs, faultsOf, gap, replacing } from './breaking.ts';

function users(change: (apiUsers: ApiUsers) => Partial<ApiUsers>) {
  return replacing('apiUsers', ({ apiUsers }) => change(apiUsers));
}

function shown(show: (user: ApiUser) => ApiUser): (inner: StorageBundle) => StorageBundle {
  return users((apiUsers) => ({
    find: async (id) => {
      const user = await apiUsers.find(id);
      return user === undefined ? undefined : show(user);
    },
    list: async (input) => (await apiUsers.list(input)).map(show),
  }));
}

/** Wrong API users and keys. */
export const userFaults = faultsOf('api-users', {
  'forgets the hint of a key': shown((user) => ({ ...user, keyHint: '' })),
  'takes a lifted limit for an absent one': users((apiUsers) => ({
    edit: async ({ totalLimit, ...input }) =>
      await apiUsers.edit(
        totalLimit === null || totalLimit === undefined ? input : { ...input, totalLimit },
      ),
  })),
  'lists users by id': users((apiUsers) => ({
    list: async ({ after, limit }) => {
      const all = (await apiUsers.list({ after: null, limit: 1_000 })).toSorted((one, other) =>
        one.id < other.id ? -1 : 1,
      );
      const start = all.findIndex(({ id }) => id === after) + 1;
      return all.slice(start, start + limit);
    },
  })),
  'shows no usage in lists': users((apiUsers) => ({
    list: async (input) =>
      (await apiUsers.list(input)).map((user) => ({
        ...user,
        usage: { ...user.usage, used: 0, reserved: 0, held: 0 },
      })),
  })),
  'gives owners that are no API user a limit of 0': users((apiUsers) => ({
    usage: async (owner) => {
      const usage = await apiUsers.usage(owner);
      return owner.startsWith('user:') ? usage : { ...usage, limit: 0 };
    },
  })),
  'knows keys by their beginning': users((apiUsers) => ({
    authenticate: async (input) => {
      const exact = await apiUsers.authenticate(input);
      return exact.kind === 'unknown'
        ? await apiUsers.authenticate({ ...input, keyDigest: `${input.keyDigest}1` })
        : exact;
    },
  })),
  'remembers who a key belonged to': users((apiUsers) => {
    const known = new Map<string, Awaited<ReturnType<ApiUsers['authenticate']>>>();
    return {
      authenticate: async (input) => {
        const verdict = known.get(input.keyDigest) ?? (await apiUsers.authenticate(input));
        if (verdict.kind === 'known') known.set(input.keyDigest, verdict);
        return verdict;
      },
    };
  }),
  'lets a rotated key live on': users((apiUsers) => {
    const former = new Map<string, string>();
    return {
      create: async (input) => {
        former.set(input.keyDigest, input.id);
        return await apiUsers.create(input);
      },
      authenticate: async (input) => {
        const verdict = await apiUsers.authenticate(input);
        const id = former.get(input.keyDigest);
        return verdict.kind === 'unknown' && id !== undefined ? { kind: 'known', id } : verdict;
      },
    };
  }),
  'shows key digests': users((apiUsers) => ({
    create: async (input) =>
      Object.assign({}, await apiUsers.create(input), { keyDigest: input.keyDigest }),
  })),
  'notes the last use by its own clock': users((apiUsers) => ({
    authenticate: async (input) => await apiUsers.authenticate({ ...input, now: input.now + 1 }),
  })),
});

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
      const sorted = all.toSorted(
        (one, other) => other.at - one.at || (one.id < other.id ? 1 : -1),
      );
      const start = sorted.findIndex(({ id }) => id === before) + 1;
      return sorted.slice(start, start + limit);
    },
  })),
});

function assets(change: (index: AssetIndex, inner: StorageBundle) => Partial<AssetIndex>) {
  return replacing('assets', (inner) => change(inner.assets, inner));
}

/** Wrong assets. */
export const assetFaults = faultsOf('asset-index', {
  'keeps plain letters of a file name only': assets((index) => ({
    add: async (asset) =>
      await index.add({ ...asset, fileName: asset.fileName.replaceAll(/[^\w.]/gu, '') }),
  })),
  'takes the same bytes for the same asset': assets((index) => {
    const byDigest = new Map<string, Asset>();
    return {
      add: async (asset) => {
        const first = byDigest.get(asset.sha256);
        byDigest.set(asset.sha256, first ?? asset);
        if (first === undefined) await index.add(asset);
      },
      find: async (id) => await index.find(id),
    };
  }),
  'needs no digest any more once an asset with it is gone': assets((index) => {
    let removed = 0;
    return {
      removeOlderThan: async (input) => {
        const count = await index.removeOlderThan(input);
        removed += count;
        return count;
      },
      neededDigests: async (digests) =>
        removed > 0 ? new Set() : await index.neededDigests(digests),
    };
  }),
  'needs the references of ended jobs for ever': assets((index, inner) => ({
    neededDigests: async (digests) => {
      const referred = (await allJobs(inner)).flatMap(({ request }) =>
        request.references.map(({ sha256 }) => sha256),
      );
      return new Set([
        ...(await index.neededDigests(digests)),
        ...digests.filter((digest) => referred.includes(digest)),
      ]);
    },
  })),
  'removes assets without a limit': assets((index) => ({
    removeOlderThan: async (input) => await index.removeOlderThan({ ...input, limit: 1_000 }),
  })),
  'counts assets in use against the limit': assets((index, inner) => ({
    removeOlderThan: async (input) => {
      const open = await allJobs(inner, { states: ['queued'] });
      const used = open
        .flatMap(({ request }) => request.references)
        .filter(({ assetId }) => assetId !== null);
      return await index.removeOlderThan({
        ...input,
        limit: Math.max(0, input.limit - used.length),
      });
    },
  })),
});

function values(change: (named: NamedValues) => Partial<NamedValues>) {
  return replacing('values', (inner) => change(inner.values));
}

/** Wrong named values. */
export const valueFaults = faultsOf('named-values', {
  'takes an empty value for none': values((named) => ({
    get: async (name) => (await named.get(name)) || undefined,
  })),
  'puts over an empty value that is in force': values((named) => ({
    putIfAbsent: async (name, value) => {
      if ((await named.get(name)) === '') await named.put(name, value);
      return await named.putIfAbsent(name, value);
    },
  })),
  'looks for a value before it puts one': values((named) => ({
    putIfAbsent: async (name, value) => {
      const before = await named.get(name);
      await gap();
      if (before !== undefined) return before;
      await named.put(name, value);
      return value;
    },
  })),
});
