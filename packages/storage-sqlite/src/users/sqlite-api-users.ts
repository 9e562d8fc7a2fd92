import type { ApiUser, ApiUsers, Audited } from '@filmgate/core';
import { contradiction } from '../faults/storage-fault.ts';
import type { StoreAccess } from '../store/store-access.ts';
import type { StoreState } from '../store/store-state.ts';
import type { Batch } from '../write/batch.ts';
import { ownerPrefix, type StoredUser } from './user-cache.ts';

type Create = Parameters<ApiUsers['create']>[0];
type Edit = Parameters<ApiUsers['edit']>[0];
type Rotate = Parameters<ApiUsers['rotate']>[0];
type Erase = Parameters<ApiUsers['erase']>[0];
type NoteErasure = Parameters<ApiUsers['noteErasure']>[0];
type List = Parameters<ApiUsers['list']>[0];
type Authenticate = Parameters<ApiUsers['authenticate']>[0];

/** API users in SQLite, read from memory: a revoked key is refused from the next call on. */
export function createApiUsers(access: StoreAccess): ApiUsers {
  return {
    create: (input) => changed(access, input, (state, batch) => create(state, input, batch)),
    edit: (input) => changed(access, input, (state, batch) => edit(state, input, batch)),
    rotate: (input) => changed(access, input, (state, batch) => rotate(state, input, batch)),
    authenticate: async (input) => authenticate(access, input),
    find: (id) => access.read((state) => show(state, state.users.entries.get(id))),
    list: (input) => access.read((state) => list(state, input)),
    erase: async (input) => {
      const act = (state: StoreState, batch: Batch) => erase(state, input, batch);
      return (await access.writeAudited(input, act, ({ isFirst }) => isFirst)).user;
    },
    noteErasure: (input) => access.write((state, batch) => noteErasure(state, input, batch)),
    linkEpoch: (owner) => access.read((state) => linkEpoch(state, owner)),
    revokeLinks: ({ owner, ...audited }) =>
      access.writeAudited(
        audited,
        ({ owners }, batch) => owners.revokeLinks(batch, owners.obtain(batch, owner)),
        () => true,
      ),
    usage: (owner) => access.read(({ owners }) => owners.usage(owner)),
  };
}

type Authenticated = Awaited<ReturnType<ApiUsers['authenticate']>>;

/** Synchronous `ApiUsers.authenticate`. */
export function authenticate(
  access: StoreAccess,
  { keyDigest, now, counted = true }: Authenticate,
): Authenticated {
  return access.readNow(({ users }) => {
    const user = users.withKey(keyDigest);
    if (user === undefined) return { kind: 'unknown' };
    if (!user.enabled) return { kind: 'disabled' };
    const { maxRequestsPerMinute: limit } = user;
    if (limit !== null && counted) {
      const outcome = users.countRequest(user.id, limit, now);
      if (outcome.kind === 'limited') return rateLimited(user.id, limit, outcome);
    }
    if (users.noteUse(user, now)) access.saveSoon();
    return { kind: 'known', id: user.id };
  });
}

/** See `ReadsAtOnce.wouldAuthenticate`. */
export function wouldAuthenticate(
  access: StoreAccess,
  { keyDigest, now }: Omit<Authenticate, 'counted'>,
): Authenticated {
  return access.readNow(({ users }) => {
    const user = users.withKey(keyDigest);
    if (user === undefined) return { kind: 'unknown' };
    if (!user.enabled) return { kind: 'disabled' };
    const { id, maxRequestsPerMinute: limit } = user;
    const outcome = limit === null ? null : users.wouldCount(id, limit, now);
    if (limit !== null && outcome?.kind === 'limited') return rateLimited(id, limit, outcome);
    return { kind: 'known', id };
  });
}

function rateLimited(
  id: string,
  limit: number,
  { retryAfterMs }: { readonly retryAfterMs: number },
): Authenticated {
  return { kind: 'rate-limited', id, limit, retryAfterMs };
}

/** Runs an act that returns the user it changed, or undefined. */
function changed<User extends ApiUser | undefined>(
  access: StoreAccess,
  audited: Audited,
  act: (state: StoreState, batch: Batch) => User,
): Promise<User> {
  return access.writeAudited(audited, act, (user) => user !== undefined);
}

function create(state: StoreState, input: Create, batch: Batch): ApiUser {
  const { users, owners } = state;
  const { id, name, keyDigest, keyHint, totalLimit, now } = input;
  const { maxOpenJobs = null, maxRequestsPerMinute = null } = input;
  if (users.entries.has(id)) throw contradiction(`API user ${id}`, 'the user exists');
  refuseSharedKey(state, keyDigest, id);
  owners.limit(batch, owners.obtain(batch, ownerName(id)), totalLimit);
  const newest = Math.max(0, ...[...users.entries.values()].slice(-1).map(({ number }) => number));
  const limits = { maxOpenJobs, maxRequestsPerMinute };
  const named = { number: newest + 1, id, name, enabled: true, keyDigest, keyHint };
  const user = { ...named, ...limits, createdAt: now, erasure: null };
  users.put(batch, Object.freeze(user));
  return shown(state, user);
}

function edit(state: StoreState, input: Edit, batch: Batch): ApiUser | undefined {
  const { users, owners } = state;
  const former = users.entries.get(input.id);
  if (former === undefined || former.erasure !== null) return undefined;
  const { name = former.name, enabled = former.enabled, totalLimit } = input;
  const { maxOpenJobs = former.maxOpenJobs, maxRequestsPerMinute = former.maxRequestsPerMinute } =
    input;
  if (totalLimit !== undefined) {
    owners.limit(batch, owners.obtain(batch, ownerName(input.id)), totalLimit);
  }
  const user = Object.freeze({ ...former, name, enabled, maxOpenJobs, maxRequestsPerMinute });
  users.put(batch, user);
  return shown(state, user);
}

function rotate(state: StoreState, input: Rotate, batch: Batch): ApiUser | undefined {
  const { id, keyDigest, keyHint } = input;
  const former = state.users.entries.get(id);
  if (former === undefined || former.erasure !== null) return undefined;
  refuseSharedKey(state, keyDigest, id);
  const user = Object.freeze({ ...former, keyDigest, keyHint });
  state.users.put(batch, user);
  return shown(state, user);
}

/** `isFirst`: no erasure was requested before. The limit of 0 refuses jobs whose calls were admitted just before. */
function erase(
  state: StoreState,
  input: Erase,
  batch: Batch,
): { readonly user: ApiUser | undefined; readonly isFirst: boolean } {
  const { users, owners, vacuum_after_erase } = state;
  const { id, keyDigest, now: requestedAt } = input;
  const former = users.entries.get(id);
  if (former === undefined) return { user: undefined, isFirst: false };
  if (former.erasure !== null) return { user: shown(state, former), isFirst: false };
  refuseSharedKey(state, keyDigest, id);
  const erasure = Object.freeze({ requestedAt, completedAt: null, remaining: 0 });
  const gone = { name: id, enabled: false, keyDigest, keyHint: '', erasure };
  const user = Object.freeze({ ...former, ...gone });
  const owner = owners.obtain(batch, ownerName(id));
  owners.limit(batch, owner, 0);
  owners.revokeLinks(batch, owner);
  users.put(batch, user);
  vacuum_after_erase.note();
  return { user: shown(state, user), isFirst: true };
}

function noteErasure({ users }: StoreState, input: NoteErasure, batch: Batch): void {
  const { id, completedAt, remaining } = input;
  const former = users.entries.get(id);
  if (former?.erasure?.completedAt !== null) return;
  const erasure = Object.freeze({ ...former.erasure, completedAt, remaining });
  users.put(batch, Object.freeze({ ...former, erasure }));
}

export function linkEpoch({ users, owners }: StoreState, owner: string): number | null {
  const isUser = owner.startsWith(ownerName(''));
  if (isUser && users.entries.get(owner.slice(ownerName('').length))?.enabled !== true) return null;
  return owners.find(owner)?.linkEpoch ?? 0;
}

function list(state: StoreState, { after, limit }: List): readonly ApiUser[] {
  const from = after === null ? 0 : (state.users.entries.get(after)?.number ?? 0);
  const page: ApiUser[] = [];
  for (const user of state.users.entries.values()) {
    if (page.length === limit) break;
    if (user.number > from) page.push(shown(state, user));
  }
  return page;
}

function refuseSharedKey({ users }: StoreState, keyDigest: string, id: string): void {
  const other = users.withKey(keyDigest);
  if (other !== undefined && other.id !== id) {
    throw contradiction(`API user ${id}`, 'another user has this key');
  }
}

function show(state: StoreState, user: StoredUser | undefined): ApiUser | undefined {
  return user === undefined ? undefined : shown(state, user);
}

function shown({ owners, users }: StoreState, user: StoredUser): ApiUser {
  const { id, name, enabled, keyHint, createdAt, erasure } = user;
  const { maxOpenJobs, maxRequestsPerMinute } = user;
  const usage = owners.usage(ownerName(id));
  const lastUsedAt = users.lastUsedAt(id);
  const limits = { usage, maxOpenJobs, maxRequestsPerMinute };
  return Object.freeze({ id, name, enabled, keyHint, ...limits, createdAt, lastUsedAt, erasure });
}

function ownerName(id: string): string {
  return `${ownerPrefix}${id}`;
}
