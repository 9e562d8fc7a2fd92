import { type ApiUser, type ApiUsers, countRequest, StorageUnavailable } from '@filmgate/core';
import { type MemoryState, type MemoryUser, noteAudit, type OpenState } from './memory-state.ts';
import { usageOf, userPrefix } from './admission.ts';

/** Every method is one synchronous step, so nothing runs in between. */
export function createMemoryApiUsers(open: OpenState): ApiUsers {
  return {
    create: async (input) => create(open(), input),
    edit: async (input) => edit(open(), input),
    rotate: async (input) => rotate(open(), input),
    authenticate: async (input) => authenticate(open(), input),
    find: async (id) => {
      const state = open();
      const stored = state.users.get(id);
      return stored === undefined ? undefined : shown(state, stored);
    },
    list: async ({ after, limit }) => {
      const state = open();
      const users = [...state.users.values()];
      const start = after === null ? 0 : users.findIndex(({ user }) => user.id === after) + 1;
      return users.slice(start, start + limit).map((stored) => shown(state, stored));
    },
    erase: async (input) => erase(open(), input),
    noteErasure: async (input) => noteErasure(open(), input),
    linkEpoch: async (owner) => linkEpoch(open(), owner),
    revokeLinks: async (input) => revokeLinks(open(), input),
    usage: async (owner) => usageOf(open(), owner),
  };
}

type Input<Method extends keyof ApiUsers> = Parameters<ApiUsers[Method]>[0];

function create(state: MemoryState, input: Input<'create'>): ApiUser {
  const { id, name, keyDigest, keyHint, totalLimit, now } = input;
  const { maxOpenJobs = null, maxRequestsPerMinute = null } = input;
  if (state.users.has(id)) throw refusal(`API user ${id} exists.`);
  refuseSharedKey(state, keyDigest, id);
  const limits = { maxOpenJobs, maxRequestsPerMinute };
  const instants = { createdAt: now, lastUsedAt: null, erasure: null };
  const user = { id, name, enabled: true, keyHint, ...limits, ...instants };
  const stored = { user, keyDigest, totalLimit, requests: new Map() };
  state.users.set(id, stored);
  noteAudit(state, input);
  return shown(state, stored);
}

function edit(state: MemoryState, input: Input<'edit'>): ApiUser | undefined {
  const stored = state.users.get(input.id);
  if (stored === undefined || stored.user.erasure !== null) return undefined;
  const { name = stored.user.name, enabled = stored.user.enabled } = input;
  const {
    maxOpenJobs = stored.user.maxOpenJobs,
    maxRequestsPerMinute = stored.user.maxRequestsPerMinute,
  } = input;
  stored.user = { ...stored.user, name, enabled, maxOpenJobs, maxRequestsPerMinute };
  if (input.totalLimit !== undefined) stored.totalLimit = input.totalLimit;
  noteAudit(state, input);
  return shown(state, stored);
}

function rotate(state: MemoryState, input: Input<'rotate'>): ApiUser | undefined {
  const { id, keyDigest, keyHint } = input;
  const stored = state.users.get(id);
  if (stored === undefined || stored.user.erasure !== null) return undefined;
  refuseSharedKey(state, keyDigest, id);
  stored.keyDigest = keyDigest;
  stored.user = { ...stored.user, keyHint };
  noteAudit(state, input);
  return shown(state, stored);
}

function erase(state: MemoryState, input: Input<'erase'>): ApiUser | undefined {
  const { id, keyDigest, now } = input;
  const stored = state.users.get(id);
  if (stored === undefined) return undefined;
  if (stored.user.erasure !== null) return shown(state, stored);
  const erasure = { requestedAt: now, completedAt: null, remaining: 0 };
  stored.user = { ...stored.user, name: id, enabled: false, keyHint: '', erasure };
  stored.keyDigest = keyDigest;
  stored.totalLimit = 0;
  revokeLinks(state, { owner: `user:${id}` });
  noteAudit(state, input);
  return shown(state, stored);
}

function noteErasure(
  { users }: MemoryState,
  { id, completedAt, remaining }: Input<'noteErasure'>,
): void {
  const stored = users.get(id);
  if (stored === undefined || stored.user.erasure?.completedAt !== null) return;
  const { requestedAt } = stored.user.erasure;
  stored.user = { ...stored.user, erasure: { requestedAt, completedAt, remaining } };
}

function linkEpoch(state: MemoryState, owner: string): number | null {
  if (owner.startsWith(userPrefix)) {
    const stored = state.users.get(owner.slice(userPrefix.length));
    if (stored?.user.enabled !== true) return null;
  }
  return state.linkEpochs.get(owner) ?? 0;
}

function revokeLinks(state: MemoryState, { owner, ...audited }: Input<'revokeLinks'>): number {
  const next = (state.linkEpochs.get(owner) ?? 0) + 1;
  state.linkEpochs.set(owner, next);
  noteAudit(state, audited);
  return next;
}

function authenticate(
  state: MemoryState,
  { keyDigest, now, counted = true }: Input<'authenticate'>,
): Awaited<ReturnType<ApiUsers['authenticate']>> {
  const stored = [...state.users.values()].find((user) => user.keyDigest === keyDigest);
  if (stored === undefined) return { kind: 'unknown' };
  if (!stored.user.enabled) return { kind: 'disabled' };
  const { id, maxRequestsPerMinute: limit } = stored.user;
  if (limit !== null && counted) {
    const outcome = countRequest(stored.requests, limit, now);
    if (outcome.kind === 'limited')
      return { kind: 'rate-limited', id, limit, retryAfterMs: outcome.retryAfterMs };
    stored.requests = outcome.count;
  }
  stored.user = { ...stored.user, lastUsedAt: now };
  return { kind: 'known', id: stored.user.id };
}

function shown(state: MemoryState, { user }: MemoryUser): ApiUser {
  return Object.freeze({ ...user, usage: usageOf(state, `user:${user.id}`) });
}

function refuseSharedKey(state: MemoryState, keyDigest: string, id: string): void {
  const sharing = [...state.users.values()].filter((stored) => stored.keyDigest === keyDigest);
  if (sharing.some(({ user }) => user.id !== id)) throw refusal('Another API user has this key.');
}

function refusal(message: string): StorageUnavailable {
  return new StorageUnavailable(message, { applied: 'no' });
}
