import { type ApiUser, type ApiUsers, StorageUnavailable } from '@filmgate/core';
import type { MemoryState, MemoryUser } from './memory-state.ts';
import type { OpenState } from './open-state.ts';
import { usageOf } from './quota-usage.ts';

export function createMemoryApiUsers(open: OpenState): ApiUsers {
  return {
    create: async ({ id, name, keyDigest, keyHint, totalLimit, now }) => {
      const state = open();
      if (state.users.has(id))
        throw new StorageUnavailable(`API user ${id} exists.`, { applied: 'no' });
      refuseSharedKey(state, keyDigest, id);
      const user = { id, name, enabled: true, keyHint, createdAt: now, lastUsedAt: null };
      state.users.set(id, { user, keyDigest, totalLimit });
      return shown(state, id);
    },
    edit: async ({ id, name, enabled, totalLimit }) => {
      const state = open();
      const stored = state.users.get(id);
      if (stored === undefined) return undefined;
      stored.user = {
        ...stored.user,
        name: name ?? stored.user.name,
        enabled: enabled ?? stored.user.enabled,
      };
      if (totalLimit !== undefined) stored.totalLimit = totalLimit;
      return shown(state, id);
    },
    rotate: async ({ id, keyDigest, keyHint }) => {
      const state = open();
      const stored = state.users.get(id);
      if (stored === undefined) return undefined;
      refuseSharedKey(state, keyDigest, id);
      stored.keyDigest = keyDigest;
      stored.user = { ...stored.user, keyHint };
      return shown(state, id);
    },
    authenticate: async ({ keyDigest, now }) => {
      const stored = [...open().users.values()].find((user) => user.keyDigest === keyDigest);
      if (stored === undefined) return { kind: 'unknown' };
      if (!stored.user.enabled) return { kind: 'disabled' };
      stored.user = { ...stored.user, lastUsedAt: now };
      return { kind: 'known', id: stored.user.id };
    },
    find: async (id) => {
      const state = open();
      return state.users.has(id) ? shown(state, id) : undefined;
    },
    list: async ({ after, limit }) => {
      const state = open();
      const ids = [...state.users.keys()];
      const start = after === null ? 0 : ids.indexOf(after) + 1;
      return ids.slice(start, start + limit).map((id) => shown(state, id));
    },
    usage: async (owner) => usageOf(open(), owner),
  };
}

function shown(state: MemoryState, id: string): ApiUser {
  const { user } = state.users.get(id) as MemoryUser;
  return Object.freeze({ ...user, usage: usageOf(state, `user:${id}`) });
}

function refuseSharedKey(state: MemoryState, keyDigest: string, id: string): void {
  const shared = [...state.users.values()].some(
    (stored) => stored.keyDigest === keyDigest && stored.user.id !== id,
  );
  if (shared) throw new StorageUnavailable('Another API user has this key.', { applied: 'no' });
}
