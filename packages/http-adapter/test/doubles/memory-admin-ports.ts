import type {
  Account,
  AccountLoad,
  AccountPool,
  AdminAccess,
  AdminSession,
  ApiUser,
  ApiUsers,
  AuditEntry,
} from '@filmgate/core';

/** Sessions, login failures and the audit log in memory. */
export interface MemoryAdminAccess extends AdminAccess {
  readonly sessions: Map<string, AdminSession>;
  readonly entries: AuditEntry[];
}

export function createMemoryAdminAccess(): MemoryAdminAccess {
  const sessions = new Map<string, AdminSession>();
  const failures: { readonly subject: string; readonly at: number }[] = [];
  const entries: AuditEntry[] = [];
  return {
    sessions,
    entries,
    async openSession(session) {
      sessions.set(session.idDigest, session);
    },
    async visit({ idDigest, idleMs, now }) {
      const session = sessions.get(idDigest);
      if (session === undefined || session.expiresAt <= now || session.lastSeenAt + idleMs <= now)
        return undefined;
      const visited = { ...session, lastSeenAt: now };
      sessions.set(idDigest, visited);
      return visited;
    },
    async closeSession(idDigest) {
      sessions.delete(idDigest);
    },
    loginFailures: async ({ subject, since }) =>
      failures
        .filter((failure) => failure.subject === subject && failure.at > since)
        .map(({ at }) => at),
    async recordLoginFailure({ subject, now }) {
      failures.push({ subject, at: now });
    },
    async clearLoginFailures(subject) {
      const others = failures.filter((failure) => failure.subject !== subject);
      failures.splice(0, failures.length, ...others);
    },
    async recordAudit(entry) {
      entries.push(entry);
    },
    async audit({ before, limit }) {
      const newestFirst = entries.toReversed();
      const start = before === null ? 0 : newestFirst.findIndex(({ id }) => id === before) + 1;
      return newestFirst.slice(start, start + limit);
    },
    async tidy() {},
  };
}

/** API users in memory; digests are kept so that a test can see what was stored. */
export interface MemoryApiUsers
  extends Pick<ApiUsers, 'create' | 'edit' | 'rotate' | 'find' | 'list'> {
  readonly digests: Map<string, string>;
}

export function createMemoryApiUsers(): MemoryApiUsers {
  const users = new Map<string, ApiUser>();
  const digests = new Map<string, string>();
  const change = (id: string, next: (user: ApiUser) => ApiUser): ApiUser | undefined => {
    const user = users.get(id);
    if (user === undefined) return undefined;
    const changed = next(user);
    users.set(id, changed);
    return changed;
  };
  return {
    digests,
    async create({ id, name, keyDigest, keyHint, totalLimit, now }) {
      const usage = { used: 0, reserved: 0, held: 0, limit: totalLimit };
      const user: ApiUser = {
        id,
        name,
        enabled: true,
        keyHint,
        usage,
        createdAt: now,
        lastUsedAt: null,
      };
      users.set(id, user);
      digests.set(id, keyDigest);
      return user;
    },
    edit: async ({ id, name, enabled, totalLimit }) =>
      change(id, (user) => ({
        ...user,
        name: name ?? user.name,
        enabled: enabled ?? user.enabled,
        usage: totalLimit === undefined ? user.usage : { ...user.usage, limit: totalLimit },
      })),
    async rotate({ id, keyDigest, keyHint }) {
      digests.set(id, keyDigest);
      return change(id, (user) => ({ ...user, keyHint }));
    },
    find: async (id) => users.get(id),
    async list({ after, limit }) {
      const all = [...users.values()];
      const start = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
      return all.slice(start, start + limit);
    },
  };
}

/** Accounts in memory. */
export interface MemoryAccounts
  extends Pick<AccountPool, 'loads' | 'find' | 'add' | 'edit' | 'remove'> {
  readonly loadsById: Map<string, AccountLoad>;
  readonly sealedSecrets: Map<string, string>;
}

export function createMemoryAccounts(): MemoryAccounts {
  const loadsById = new Map<string, AccountLoad>();
  const sealedSecrets = new Map<string, string>();
  const isTaken = (label: string | undefined, id: string): boolean =>
    [...loadsById.values()].some(({ account }) => account.label === label && account.id !== id);
  return {
    loadsById,
    sealedSecrets,
    loads: async () => [...loadsById.values()],
    find: async (id) => loadsById.get(id),
    async add({ id, provider, settings }) {
      if (isTaken(settings.label, id)) return { kind: 'label-taken' };
      if (settings.sealedSecret !== undefined) sealedSecrets.set(id, settings.sealedSecret);
      const account = newAccount({
        id,
        provider,
        ...withoutSecret(settings),
        label: settings.label,
        hasSecret: settings.sealedSecret !== undefined,
      });
      loadsById.set(id, loadOf(account));
      return { kind: 'added', account };
    },
    async edit({ id, settings }) {
      const load = loadsById.get(id);
      if (load === undefined) return { kind: 'unknown' };
      if (settings.label !== undefined && isTaken(settings.label, id))
        return { kind: 'label-taken' };
      if (settings.sealedSecret !== undefined) sealedSecrets.set(id, settings.sealedSecret);
      const account = {
        ...load.account,
        ...withoutSecret(settings),
        hasSecret: sealedSecrets.has(id),
      };
      loadsById.set(id, { ...load, account });
      return { kind: 'edited', account };
    },
    async remove({ id }) {
      const load = loadsById.get(id);
      if (load === undefined) return { kind: 'unknown' };
      if (load.busy > 0) {
        loadsById.set(id, { ...load, account: { ...load.account, draining: true } });
        return { kind: 'draining', inFlight: load.busy };
      }
      loadsById.delete(id);
      return { kind: 'removed' };
    },
  };
}

function withoutSecret({
  sealedSecret: _sealed,
  ...settings
}: Parameters<AccountPool['edit']>[0]['settings']): Partial<Account> {
  return settings;
}

function newAccount(given: Partial<Account> & Pick<Account, 'id' | 'label' | 'provider'>): Account {
  return {
    families: ['*'],
    enabled: true,
    draining: false,
    concurrency: 1,
    condition: 'ready',
    coolingUntil: null,
    credits: null,
    creditsSource: 'upstream',
    creditsCheckedAt: null,
    errorStreak: 0,
    lastSuccessAt: null,
    lastUsedAt: null,
    hasSecret: false,
    ...given,
  };
}

function loadOf(account: Account): AccountLoad {
  return {
    account,
    busy: 0,
    reservedCredits: 0,
    heldCredits: 0,
    takenCredits: 0,
    providerOpenUntil: null,
  };
}
