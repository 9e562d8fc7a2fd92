import type { ApiUser, ApiUsers } from '@filmgate/core';
import { z } from 'zod';
import type { OpenStore } from '../connection/open-store.ts';
import { KeyUses } from './key-uses.ts';
import { readShownUser, readUsage, toUser, userRecord } from './shown-user.ts';
import {
  authenticateKey,
  createUser,
  editUser,
  eraseUser,
  findUser,
  listUsers,
  noteErasure,
  noteUses,
  ownerUsages,
  readLinkEpoch,
  revokeLinks,
  rotateKey,
} from './user-scripts.ts';

type Input<Method extends keyof ApiUsers> = Parameters<ApiUsers[Method]>[0];

const listed = z.array(z.tuple([z.string(), z.string().nullable()]));

/** API users in Redis. Every call asks Redis: a key that was revoked on one node is refused by all from the next call on. */
export function createApiUsers(store: OpenStore): ApiUsers {
  const { scripts } = store;
  const keys = userKeys(store);
  const uses = new KeyUses((args) => scripts.change(noteUses, { keys: [keys.uses], args }));
  store.beforeClose(() => uses.flush());
  return {
    create: (input) => create(store, input),
    edit: (input) => edit(store, input),
    rotate: async ({ id, keyDigest, keyHint }) => {
      const args = [id, keyDigest, keyHint];
      const { shown } = await scripts.change(rotateKey, { keys: keys.of(id), args });
      return readShownUser(shown);
    },
    authenticate: async ({ keyDigest, now }) => {
      const asked = { keys: [keys.byKey], args: [keyDigest] };
      const entry = z
        .string()
        .nullable()
        .parse(await scripts.read(authenticateKey, asked));
      if (entry === null) return { kind: 'unknown' };
      if (!entry.startsWith('1')) return { kind: 'disabled' };
      const id = entry.slice(1);
      uses.note(id, now);
      return { kind: 'known', id };
    },
    find: async (id) =>
      readShownUser(await scripts.read(findUser, { keys: keys.of(id), args: [id] })),
    list: (input) => list(store, input),
    ...takingBack(store),
    usage: async (owner) => {
      const asked = { keys: [store.keys.owner(owner)], args: [] };
      const [usage] = z.array(z.unknown()).parse(await scripts.read(ownerUsages, asked));
      return readUsage(usage);
    },
  };
}

/** Erases users, and takes back what was handed out to owners. */
function takingBack(
  store: OpenStore,
): Pick<ApiUsers, 'erase' | 'noteErasure' | 'linkEpoch' | 'revokeLinks'> {
  const { scripts } = store;
  const keys = userKeys(store);
  return {
    erase: async ({ id, keyDigest, now }) => {
      const asked = { keys: keys.of(id), args: [id, keyDigest, now] };
      return readShownUser((await scripts.change(eraseUser, asked)).shown);
    },
    noteErasure: async ({ id, completedAt, remaining }) => {
      const args = [id, completedAt ?? '', remaining];
      await scripts.change(noteErasure, { keys: [keys.users], args });
    },
    linkEpoch: async (owner) => {
      const [, id = ''] = /^user:(.*)$/su.exec(owner) ?? [];
      const asked = { keys: [keys.users, store.keys.owner(owner)], args: [id] };
      const epoch = z
        .string()
        .nullable()
        .parse(await scripts.read(readLinkEpoch, asked));
      return epoch === null ? null : Number(epoch);
    },
    revokeLinks: async ({ owner }) => {
      const asked = { keys: [store.keys.owner(owner)], args: [] };
      return Number((await scripts.change(revokeLinks, asked)).outcome);
    },
  };
}

async function create(store: OpenStore, input: Input<'create'>): Promise<ApiUser> {
  const { id, name, keyDigest, keyHint, totalLimit, now } = input;
  const record = { number: 0, id, name, enabled: true, keyDigest, keyHint, createdAt: now };
  const args = [id, JSON.stringify(record), totalLimit ?? ''];
  const asked = { keys: userKeys(store).of(id), args };
  const user = readShownUser((await store.scripts.change(createUser, asked)).shown);
  if (user === undefined) throw new TypeError('A new API user was not shown.');
  return user;
}

async function edit(store: OpenStore, input: Input<'edit'>): Promise<ApiUser | undefined> {
  const { id, name, enabled, totalLimit } = input;
  const args = [
    id,
    name === undefined ? '' : JSON.stringify([name]),
    enabled === undefined ? '' : Number(enabled),
    totalLimit === undefined ? '' : (totalLimit ?? 'none'),
  ];
  const { shown } = await store.scripts.change(editUser, { keys: userKeys(store).of(id), args });
  return readShownUser(shown);
}

/** Users, then the sums of their owners: a job accepted meanwhile may show in the sums. */
async function list(store: OpenStore, { after, limit }: Input<'list'>) {
  const { users, order, uses } = userKeys(store);
  const asked = { keys: [users, order, uses], args: [after ?? '', limit] };
  const page = listed.parse(await store.scripts.read(listUsers, asked));
  if (page.length === 0) return [];
  const owners = page.map(([record]) => ownerOf(userRecord.parse(JSON.parse(record)).id));
  const usages = z.array(z.unknown()).parse(
    await store.scripts.read(ownerUsages, {
      keys: owners.map((o) => store.keys.owner(o)),
      args: [],
    }),
  );
  return page.map(([record, lastUse], index) => toUser(record, lastUse, readUsage(usages[index])));
}

function userKeys({ keys }: OpenStore) {
  const users = keys.of('users');
  const order = keys.of('user-order');
  const byKey = keys.of('user-keys');
  const uses = keys.of('user-uses');
  const of = (id: string) => [users, order, byKey, uses, keys.owner(ownerOf(id))];
  return { users, order, byKey, uses, of };
}

/** The owner an API user's jobs belong to; see `Job.owner`. */
function ownerOf(id: string): string {
  return `user:${id}`;
}
