import { type ApiUser, type ApiUsers, requestSlotMs, requestSlots } from '@filmgate/core';
import { z } from 'zod';
import type { OpenStore } from '../connection/open-store.ts';
import { KeyUses } from './key-uses.ts';
import { readShownUser, readUsage, toUser, userRecord } from './shown-user.ts';
import {
  authenticateKey,
  countRequestOfKey,
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

/** API users. Every call queries Redis: a key revoked on one node is refused by all from the next call on. */
export function createApiUsers(store: OpenStore): ApiUsers {
  const { scripts } = store;
  const keys = userKeys(store);
  const isLimited = new Set<string>();
  const uses = new KeyUses((args) => scripts.change(noteUses, { keys: [keys.uses], args }));
  store.beforeClose(() => uses.flush());
  return {
    create: (input) => create(store, input),
    edit: (input) => edit(store, input),
    rotate: async ({ id, keyDigest, keyHint, ...audited }) => {
      const args = [id, keyDigest, keyHint];
      const { shown } = await scripts.change(rotateKey, { keys: keys.of(id), args }, audited);
      return readShownUser(shown);
    },
    authenticate: async ({ keyDigest, now, counted = true }) => {
      const entry = await readKey(store, { keyDigest, now, counted, isLimited });
      if (entry.kind === 'limited') {
        const { id, limit, retryAfterMs } = entry;
        return { kind: 'rate-limited', id, limit, retryAfterMs };
      }
      if (entry.text === '') return { kind: 'unknown' };
      if (entry.text.startsWith('0')) return { kind: 'disabled' };
      const id = entry.text.slice(1);
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

/** Erases users, and takes back links given to owners. */
function takingBack(
  store: OpenStore,
): Pick<ApiUsers, 'erase' | 'noteErasure' | 'linkEpoch' | 'revokeLinks'> {
  const { scripts } = store;
  const keys = userKeys(store);
  return {
    erase: async ({ id, keyDigest, now, ...audited }) => {
      const asked = { keys: keys.of(id), args: [id, keyDigest, now] };
      return readShownUser((await scripts.change(eraseUser, asked, audited)).shown);
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
    revokeLinks: async ({ owner, ...audited }) => {
      const asked = { keys: [store.keys.owner(owner)], args: [] };
      return Number((await scripts.change(revokeLinks, asked, audited)).outcome);
    },
  };
}

type KeyEntry =
  /** Result of `authenticateKey`; empty for an unknown key. */
  | { readonly kind: 'entry'; readonly text: string }
  | {
      readonly kind: 'limited';
      readonly id: string;
      readonly limit: number;
      readonly retryAfterMs: number;
    };

interface KeyRead {
  readonly keyDigest: string;
  readonly now: number;
  readonly counted: boolean;
  /** Digests of keys that had a limit when they were last read; Redis knows if they still do. */
  readonly isLimited: Set<string>;
}

/** One round trip: the script that reads a key known to have a limit counts its use, too; others are only read. */
async function readKey(store: OpenStore, read: KeyRead): Promise<KeyEntry> {
  const { keyDigest, counted, isLimited } = read;
  if (counted && isLimited.has(keyDigest)) return countRequest(store, read);
  const asked = { keys: [userKeys(store).byKey], args: [keyDigest] };
  const found = await store.scripts.read(authenticateKey, asked);
  const text = z.string().nullable().parse(found) ?? '';
  if (!counted || !text.startsWith('2')) return { kind: 'entry', text };
  isLimited.add(keyDigest);
  return countRequest(store, read);
}

async function countRequest(
  store: OpenStore,
  { keyDigest, now, isLimited }: KeyRead,
): Promise<KeyEntry> {
  const { byKey, users, requests } = userKeys(store);
  const { outcome } = await store.scripts.change(countRequestOfKey, {
    keys: [byKey, users, requests],
    args: [keyDigest, now, requestSlotMs, requestSlots],
  });
  if (outcome.startsWith('limited\n')) {
    const [, limit, wait, id = ''] = outcome.split('\n');
    return { kind: 'limited', id, limit: Number(limit), retryAfterMs: Number(wait) };
  }
  if (!outcome.startsWith('2')) isLimited.delete(keyDigest);
  return { kind: 'entry', text: outcome };
}

async function create(store: OpenStore, input: Input<'create'>): Promise<ApiUser> {
  const { id, name, keyDigest, keyHint, totalLimit, now } = input;
  const maxOpenJobs = input.maxOpenJobs ?? undefined;
  const maxRequestsPerMinute = input.maxRequestsPerMinute ?? undefined;
  const limits = { maxOpenJobs, maxRequestsPerMinute };
  const named = { number: 0, id, name, enabled: true, keyDigest, keyHint };
  const record = { ...named, ...limits, createdAt: now };
  const args = [id, JSON.stringify(record), totalLimit ?? ''];
  const asked = { keys: userKeys(store).of(id), args };
  const user = readShownUser((await store.scripts.change(createUser, asked, input)).shown);
  if (user === undefined) throw new TypeError('A new API user was not returned.');
  return user;
}

async function edit(store: OpenStore, input: Input<'edit'>): Promise<ApiUser | undefined> {
  const { id, name, enabled, totalLimit, maxOpenJobs, maxRequestsPerMinute } = input;
  const args = [
    id,
    name === undefined ? '' : JSON.stringify([name]),
    enabled === undefined ? '' : Number(enabled),
    ...[totalLimit, maxOpenJobs, maxRequestsPerMinute].map(limitArgument),
  ];
  const asked = { keys: userKeys(store).of(id), args };
  const { shown } = await store.scripts.change(editUser, asked, input);
  return readShownUser(shown);
}

function limitArgument(limit: number | null | undefined): number | string {
  return limit === undefined ? '' : (limit ?? 'none');
}

/** Users, then the sums of their owners: a job accepted meanwhile may already be in the sums. */
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
  const requests = keys.of('user-requests');
  const shared = [users, order, byKey, uses];
  const of = (id: string) => [...shared, keys.owner(ownerOf(id)), keys.openJobLimits];
  return { users, order, byKey, uses, requests, of };
}

/** The owner an API user's jobs belong to; see `Job.owner`. */
function ownerOf(id: string): string {
  return `user:${id}`;
}
