import { deepStrictEqual, equal, ok } from 'node:assert/strict';
import type { ApiUser, StorageBundle } from '@filmgate/core';
import { Scene } from '../job/scene.ts';
import type { LawGroup } from '../law/law.ts';
import type { StorageContext } from '../storage-harness.ts';

/** API users: owners with a quota. */
export const apiUserLaws: LawGroup<StorageContext> = {
  name: 'api-users.users',
  laws: [
    {
      name: 'a user is created as it was given, and found so',
      holds: async ({ bundle }) => {
        const created = await create(bundle, 'u1', { totalLimit: 50, now: 1_000 });
        deepStrictEqual(created, {
          id: 'u1',
          name: 'name of u1',
          enabled: true,
          keyHint: 'fg_u1…',
          usage: { used: 0, reserved: 0, held: 0, limit: 50 },
          maxOpenJobs: null,
          maxRequestsPerMinute: null,
          createdAt: 1_000,
          lastUsedAt: null,
          erasure: null,
        });
        deepStrictEqual(await bundle.apiUsers.find('u1'), created);
        equal(await bundle.apiUsers.find('u2'), undefined);
      },
    },
    {
      name: 'an edit changes what is given and nothing else; null lifts the limit, 0 is a limit',
      holds: async ({ bundle }) => {
        const created = await create(bundle, 'u1', { totalLimit: 50 });
        const edit = (change: object) => bundle.apiUsers.edit({ id: 'u1', now: 2_000, ...change });
        deepStrictEqual(await edit({ name: 'Two' }), { ...created, name: 'Two' });
        deepStrictEqual(await edit({ enabled: false }), {
          ...created,
          name: 'Two',
          enabled: false,
        });
        equal((await edit({ totalLimit: 0 }))?.usage.limit, 0);
        equal((await edit({ totalLimit: null }))?.usage.limit, null);
        deepStrictEqual((await bundle.apiUsers.find('u1'))?.enabled, false);
        equal(await bundle.apiUsers.edit({ id: 'none', name: 'x', now: 2_000 }), undefined);
      },
    },
    {
      name: 'users come oldest first, a page at a time',
      holds: async ({ bundle }) => {
        for (const [index, id] of ['z', 'a', 'm', 'b', 'y'].entries())
          await create(bundle, id, { now: 1_000 + index });
        const list = async (after: string | null, limit: number) =>
          (await bundle.apiUsers.list({ after, limit })).map(({ id }) => id);
        deepStrictEqual(await list(null, 10), ['z', 'a', 'm', 'b', 'y']);
        deepStrictEqual(await list(null, 2), ['z', 'a']);
        deepStrictEqual(await list('a', 2), ['m', 'b']);
        deepStrictEqual(await list('y', 2), []);
      },
    },
    {
      name: 'a user shows the usage of its owner, as do lists and edits',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const owner = await scene.user('u1', 100);
        await scene.acceptIn('completed', { owner, cost: 8 });
        await scene.acceptIn('outcome_unknown', { owner, cost: 5 });
        await scene.accept({ owner, cost: 3 });
        const usage = { used: 8, reserved: 3, held: 5, limit: 100 };
        deepStrictEqual(await bundle.apiUsers.usage(owner), usage);
        deepStrictEqual((await bundle.apiUsers.find('u1'))?.usage, usage);
        deepStrictEqual((await bundle.apiUsers.list({ after: null, limit: 1 }))[0]?.usage, usage);
        deepStrictEqual(
          (await bundle.apiUsers.edit({ id: 'u1', name: 'x', now: scene.now }))?.usage,
          usage,
        );
      },
    },
    {
      name: 'an owner that is no API user has usage and no limit',
      holds: async ({ bundle }) => {
        await new Scene(bundle).accept({ owner: 'native', cost: 8 });
        deepStrictEqual(await bundle.apiUsers.usage('native'), {
          used: 0,
          reserved: 8,
          held: 0,
          limit: null,
        });
        deepStrictEqual(await bundle.apiUsers.usage('user:none'), {
          used: 0,
          reserved: 0,
          held: 0,
          limit: null,
        });
      },
    },
  ],
};

/** Keys as keyed digests; a revoked one authorises nothing that starts later, on any connection (I12). */
export const apiKeyLaws: LawGroup<StorageContext> = {
  name: 'api-users.keys',
  laws: [
    {
      name: 'a key names its user, an unknown key names no user',
      holds: async ({ bundle }) => {
        await create(bundle, 'u1');
        await create(bundle, 'u2');
        deepStrictEqual(await authenticate(bundle, 'digest of u2'), { kind: 'known', id: 'u2' });
        for (const other of ['digest of u', 'DIGEST OF U2', '', '%']) {
          deepStrictEqual(await authenticate(bundle, other), { kind: 'unknown' });
        }
      },
    },
    {
      name: '[invariants.i12-revoked-credential] a disabled user is turned away from the next call on, and let in again when enabled',
      holds: async ({ bundle, connections }) => {
        const [writer = bundle, reader = bundle] = await connections(2);
        await create(writer, 'u1');
        deepStrictEqual(await authenticate(reader, 'digest of u1'), { kind: 'known', id: 'u1' });
        await writer.apiUsers.edit({ id: 'u1', enabled: false, now: 2_000 });
        deepStrictEqual(await authenticate(reader, 'digest of u1'), { kind: 'disabled' });
        await writer.apiUsers.edit({ id: 'u1', enabled: true, now: 3_000 });
        deepStrictEqual(await authenticate(reader, 'digest of u1'), { kind: 'known', id: 'u1' });
      },
    },
    {
      name: '[invariants.i12-revoked-credential] a rotated key is unknown from the next call on, and the new one is known',
      holds: async ({ bundle, connections }) => {
        const [writer = bundle, reader = bundle] = await connections(2);
        const created = await create(writer, 'u1');
        deepStrictEqual(await authenticate(reader, 'digest of u1'), { kind: 'known', id: 'u1' });
        const rotation = { id: 'u1', keyDigest: 'second digest', keyHint: 'fg_2…', now: 2_000 };
        const rotated = await writer.apiUsers.rotate(rotation);
        deepStrictEqual({ ...rotated, lastUsedAt: null }, { ...created, keyHint: 'fg_2…' });
        deepStrictEqual(await authenticate(reader, 'digest of u1'), { kind: 'unknown' });
        deepStrictEqual(await authenticate(reader, 'second digest'), { kind: 'known', id: 'u1' });
        equal(
          await writer.apiUsers.rotate({ ...rotation, id: 'none', keyDigest: 'third' }),
          undefined,
        );
      },
    },
    {
      name: '[invariants.i13-no-secret-leaves] key digests show in no user',
      holds: async ({ bundle }) => {
        const created = await create(bundle, 'u1');
        const shown = JSON.stringify([
          created,
          await bundle.apiUsers.list({ after: null, limit: 5 }),
        ]);
        ok(!shown.includes('digest of u1'), 'a key digest shows in a user');
      },
    },
    {
      name: 'the last use is noted as the instant of a call or, lazily, not yet',
      holds: async ({ bundle }) => {
        await create(bundle, 'u1', { now: 1_000 });
        await authenticate(bundle, 'no such digest', 2_000);
        equal((await bundle.apiUsers.find('u1'))?.lastUsedAt, null);
        await authenticate(bundle, 'digest of u1', 3_000);
        const noted = (await bundle.apiUsers.find('u1'))?.lastUsedAt;
        ok(noted === null || noted === 3_000, `last use is ${noted}`);
      },
    },
  ],
};

async function create(
  { apiUsers }: StorageBundle,
  id: string,
  wish: { readonly totalLimit?: number | null; readonly now?: number } = {},
): Promise<ApiUser> {
  const { totalLimit = null, now = 1_000 } = wish;
  return await apiUsers.create({
    id,
    name: `name of ${id}`,
    keyDigest: `digest of ${id}`,
    keyHint: `fg_${id}…`,
    totalLimit,
    now,
  });
}

async function authenticate({ apiUsers }: StorageBundle, keyDigest: string, now = 5_000) {
  return await apiUsers.authenticate({ keyDigest, now });
}
