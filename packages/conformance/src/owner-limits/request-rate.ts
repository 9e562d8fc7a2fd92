import { deepStrictEqual, equal, ok } from 'node:assert/strict';
import type { StorageBundle } from '@filmgate/core';
import type { LawGroup } from '../law/law.ts';
import { kindsOf, ofKind, race } from '../law/outcomes.ts';
import type { StorageContext } from '../storage-harness.ts';

const minute = 60_000;
/** Start of a minute, and of a slot. */
const start = 1_750_000_020_000;

/** Maximum number of requests of a key in any minute. */
export const requestRateLaws: LawGroup<StorageContext> = {
  name: 'api-users.request-rate',
  laws: [
    {
      name: 'a user shows its limits, and keeps them through other edits',
      holds: async ({ bundle }) => {
        const limits = { maxOpenJobs: 4, maxRequestsPerMinute: 9 };
        const created = await create(bundle, 'u1', limits);
        deepStrictEqual({ ...created, ...limits }, created);
        const renamed = await bundle.apiUsers.edit({ id: 'u1', name: 'Two', now: start });
        deepStrictEqual(renamed, { ...created, name: 'Two' });
        deepStrictEqual(await bundle.apiUsers.find('u1'), renamed);
        const rotation = { id: 'u1', keyDigest: 'second', keyHint: created.keyHint, now: start };
        deepStrictEqual(await bundle.apiUsers.rotate(rotation), renamed);
        deepStrictEqual(await bundle.apiUsers.list({ after: null, limit: 5 }), [renamed]);
        const lifted = { id: 'u1', maxOpenJobs: null, maxRequestsPerMinute: null, now: start };
        deepStrictEqual(await bundle.apiUsers.edit(lifted), {
          ...renamed,
          maxOpenJobs: null,
          maxRequestsPerMinute: null,
        });
      },
    },
    {
      name: '[owner-limits.rate.refused] as many requests pass as the limit says, and again after a minute',
      holds: async ({ bundle }) => {
        await create(bundle, 'u1', { maxRequestsPerMinute: 3 });
        for (const at of [0, 1, 30_000]) ofKind(await call(bundle, start + at), 'known');
        const refused = ofKind(await call(bundle, start + 30_001), 'rate-limited');
        deepStrictEqual({ id: refused.id, limit: refused.limit }, { id: 'u1', limit: 3 });
        const again = start + 30_001 + refused.retryAfterMs;
        ok(again >= start + minute, 'another one would pass within a minute of the first');
        ok(again <= start + minute + 5_000, 'another one would have to wait too long');
        ofKind(await call(bundle, again - 1), 'rate-limited');
        for (const at of [0, 1]) ofKind(await call(bundle, again + at), 'known');
        ofKind(await call(bundle, again + 2), 'rate-limited');
      },
    },
    {
      name: 'neither a refused request nor a mere look is counted',
      holds: async ({ bundle }) => {
        await create(bundle, 'u1', { maxRequestsPerMinute: 2 });
        for (const at of [0, 1, 2, 3]) ofKind(await look(bundle, start + at), 'known');
        for (const at of [4, 5]) ofKind(await call(bundle, start + at), 'known');
        for (const at of [6, 20_000]) ofKind(await call(bundle, start + at), 'rate-limited');
        ofKind(await look(bundle, start + 20_001), 'known');
        for (const at of [0, 1]) ofKind(await call(bundle, start + minute + 5_000 + at), 'known');
      },
    },
    {
      name: 'users do not share their limit, and one without a limit has none',
      holds: async ({ bundle }) => {
        await create(bundle, 'u1', { maxRequestsPerMinute: 1 });
        await create(bundle, 'u2', { maxRequestsPerMinute: 1 });
        await create(bundle, 'u3', {});
        for (const id of ['u1', 'u2', 'u3']) ofKind(await call(bundle, start, id), 'known');
        const after = await Promise.all(['u1', 'u2', 'u3'].map((id) => call(bundle, start, id)));
        deepStrictEqual(kindsOf(after), { 'rate-limited': 2, known: 1 });
      },
    },
    {
      name: '[owner-limits.changed-at-once] a changed limit holds for the next request, on any connection',
      holds: async ({ bundle, connections }) => {
        const [writer = bundle, reader = bundle] = await connections(2);
        await create(writer, 'u1', {});
        for (const at of [0, 1, 2]) ofKind(await call(reader, start + at), 'known');
        const edit = (maxRequestsPerMinute: number | null) =>
          writer.apiUsers.edit({ id: 'u1', maxRequestsPerMinute, now: start });
        await edit(1);
        ofKind(await call(reader, start + 3), 'known');
        ofKind(await call(reader, start + 4), 'rate-limited');
        await edit(2);
        ofKind(await call(reader, start + 5), 'known');
        await edit(null);
        for (const at of [6, 7, 8]) ofKind(await call(reader, start + at), 'known');
      },
    },
    {
      name: 'a disabled user is turned away as such, and a rotated key is counted with the former',
      holds: async ({ bundle }) => {
        await create(bundle, 'u1', { maxRequestsPerMinute: 2 });
        ofKind(await call(bundle, start), 'known');
        await bundle.apiUsers.edit({ id: 'u1', enabled: false, now: start });
        ofKind(await call(bundle, start + 1), 'disabled');
        await bundle.apiUsers.edit({ id: 'u1', enabled: true, now: start });
        const rotation = { id: 'u1', keyDigest: 'digest of u9', keyHint: 'fg_…', now: start };
        await bundle.apiUsers.rotate(rotation);
        ofKind(await call(bundle, start + 2), 'unknown');
        ofKind(await call(bundle, start + 3, 'u9'), 'known');
        ofKind(await call(bundle, start + 4, 'u9'), 'rate-limited');
      },
    },
    {
      name: '[owner-limits.rate.all-nodes] of requests over many connections exactly as many pass as the limit says',
      holds: async ({ bundle, connections }) => {
        await create(bundle, 'u1', { maxRequestsPerMinute: 7 });
        const outcomes = await race(await connections(4), 40, (way, index) =>
          call(way, start + index),
        );
        equal(kindsOf(outcomes)['known'], 7);
      },
    },
  ],
};

interface Limits {
  readonly maxOpenJobs?: number | null;
  readonly maxRequestsPerMinute?: number | null;
}

async function create({ apiUsers }: StorageBundle, id: string, limits: Limits) {
  const key = { keyDigest: `digest of ${id}`, keyHint: 'fg_…' };
  return await apiUsers.create({ id, name: id, ...key, totalLimit: null, ...limits, now: start });
}

async function call({ apiUsers }: StorageBundle, now: number, id = 'u1') {
  return await apiUsers.authenticate({ keyDigest: `digest of ${id}`, now });
}

async function look({ apiUsers }: StorageBundle, now: number) {
  return await apiUsers.authenticate({ keyDigest: 'digest of u1', now, counted: false });
}
