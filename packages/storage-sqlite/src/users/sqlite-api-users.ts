import type { ApiUser, ApiUsers } from '@filmgate/core';
import { contradiction } from '../faults/contradiction.ts';
import type { StoreAccess } from '../store/store-access.ts';
import type { StoreState } from '../store/store-state.ts';
import type { Batch } from '../write/batch.ts';
import { ownerPrefix, type StoredUser } from './user-book.ts';

type Create = Parameters<ApiUsers['create']>[0];
type Edit = Parameters<ApiUsers['edit']>[0];
type Rotate = Parameters<ApiUsers['rotate']>[0];
type List = Parameters<ApiUsers['list']>[0];

/** API users in SQLite, read from memory: a key that was revoked is refused from the next call on. */
export function createApiUsers(access: StoreAccess): ApiUsers {
  return {
    create: (input) => access.write((state, batch) => create(state, input, batch)),
    edit: (input) => access.write((state, batch) => edit(state, input, batch)),
    rotate: (input) => access.write((state, batch) => rotate(state, input, batch)),
    authenticate: ({ keyDigest, now, counted = true }) =>
      access.read(({ users }) => {
        const user = users.withKey(keyDigest);
        if (user === undefined) return { kind: 'unknown' };
        if (!user.enabled) return { kind: 'disabled' };
        const { id, maxRequestsPerMinute: limit } = user;
        if (limit !== null && counted) {
          const outcome = users.countRequest(id, limit, now);
          if (outcome.kind === 'limited')
            return { kind: 'rate-limited', id, limit, retryAfterMs: outcome.retryAfterMs };
        }
        if (users.noteUse(user, now)) access.saveSoon();
        return { kind: 'known', id };
      }),
    find: (id) => access.read((state) => show(state, state.users.entries.get(id))),
    list: (input) => access.read((state) => list(state, input)),
    usage: (owner) => access.read(({ owners }) => owners.usage(owner)),
  };
}

function create(state: StoreState, input: Create, batch: Batch): ApiUser {
  const { users, owners } = state;
  const { id, name, keyDigest, keyHint, totalLimit, now } = input;
  const { maxOpenJobs = null, maxRequestsPerMinute = null } = input;
  if (users.entries.has(id)) throw contradiction(`API user ${id}`, 'it exists');
  refuseSharedKey(state, keyDigest, id);
  owners.limit(batch, owners.obtain(batch, ownerName(id)), totalLimit);
  const newest = Math.max(0, ...[...users.entries.values()].slice(-1).map(({ number }) => number));
  const limits = { maxOpenJobs, maxRequestsPerMinute };
  const named = { number: newest + 1, id, name, enabled: true, keyDigest, keyHint };
  const user = { ...named, ...limits, createdAt: now };
  users.put(batch, Object.freeze(user));
  return shown(state, user);
}

function edit(state: StoreState, input: Edit, batch: Batch): ApiUser | undefined {
  const { users, owners } = state;
  const former = users.entries.get(input.id);
  if (former === undefined) return undefined;
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
  if (former === undefined) return undefined;
  refuseSharedKey(state, keyDigest, id);
  const user = Object.freeze({ ...former, keyDigest, keyHint });
  state.users.put(batch, user);
  return shown(state, user);
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
    throw contradiction(`API user ${id}`, 'another one has this key');
  }
}

function show(state: StoreState, user: StoredUser | undefined): ApiUser | undefined {
  return user === undefined ? undefined : shown(state, user);
}

function shown({ owners, users }: StoreState, user: StoredUser): ApiUser {
  const { id, name, enabled, keyHint, maxOpenJobs, maxRequestsPerMinute, createdAt } = user;
  const usage = owners.usage(ownerName(id));
  const lastUsedAt = users.lastUsedAt(id);
  const limits = { maxOpenJobs, maxRequestsPerMinute };
  return Object.freeze({ id, name, enabled, keyHint, usage, ...limits, createdAt, lastUsedAt });
}

function ownerName(id: string): string {
  return `${ownerPrefix}${id}`;
}
