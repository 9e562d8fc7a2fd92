import { deepStrictEqual, equal } from 'node:assert/strict';
import type { StorageBundle } from '@filmgate/core';
import { Scene } from '../job/scene.ts';
import type { LawGroup } from '../law/law.ts';
import type { StorageContext } from '../storage-harness.ts';

/** Taking back an owner's links, and the owner itself. */
export const takenBackOwnerLaws: LawGroup<StorageContext> = {
  name: 'taking-back.owners',
  laws: [
    {
      name: '[taking-back.links-revoked] an epoch is 0 until links are revoked, and one higher each time, each owner’s its own',
      holds: async ({ bundle: { apiUsers }, bundle }) => {
        const owner = await new Scene(bundle).user('u1', null);
        const other = await new Scene(bundle).user('u2', null);
        equal(await apiUsers.linkEpoch(owner), 0);
        equal(await apiUsers.linkEpoch('native'), 0);
        const revoke = (name: string) => apiUsers.revokeLinks({ owner: name });
        deepStrictEqual([await revoke(owner), await revoke(owner)], [1, 2]);
        equal(await revoke('native'), 1);
        deepStrictEqual(
          await Promise.all([owner, other, 'native', 'service'].map((o) => apiUsers.linkEpoch(o))),
          [2, 0, 1, 0],
        );
        deepStrictEqual(await apiUsers.usage(owner), {
          used: 0,
          reserved: 0,
          held: 0,
          limit: null,
        });
      },
    },
    {
      name: '[taking-back.links-die-with-user] a disabled or unknown API user has no epoch; one that is enabled again has its own',
      holds: async ({ bundle }) => {
        const { apiUsers } = bundle;
        const owner = await new Scene(bundle).user('u1', null);
        await apiUsers.revokeLinks({ owner });
        await apiUsers.edit({ id: 'u1', enabled: false, now: 5 });
        equal(await apiUsers.linkEpoch(owner), null);
        equal(await apiUsers.linkEpoch('user:none'), null);
        await apiUsers.edit({ id: 'u1', enabled: true, now: 6 });
        equal(await apiUsers.linkEpoch(owner), 1);
      },
    },
    {
      name: '[taking-back.erasure-for-good] an erased user is disabled, nameless and keyless for good, and takes no job any more',
      holds: async ({ bundle }) => {
        const { apiUsers } = bundle;
        const scene = new Scene(bundle);
        const owner = await scene.user('u1', 100);
        const erased = await erase(bundle, 5_000);
        const erasure = { requestedAt: 5_000, completedAt: null, remaining: 0 };
        deepStrictEqual(
          [erased?.name, erased?.enabled, erased?.keyHint, erased?.erasure],
          ['u1', false, '', erasure],
        );
        deepStrictEqual(await apiUsers.find('u1'), erased);
        equal(await apiUsers.edit({ id: 'u1', enabled: true, now: 6_000 }), undefined);
        const key = { keyDigest: 'another', keyHint: 'fg_…' };
        equal(await apiUsers.rotate({ id: 'u1', ...key, now: 6_000 }), undefined);
        equal(await apiUsers.linkEpoch(owner), null);
        const known = (keyDigest: string) => apiUsers.authenticate({ keyDigest, now: 6_000 });
        equal((await known('digest of u1')).kind, 'unknown');
        equal((await known('another')).kind, 'unknown');
        const job = scene.make.newJob({ owner, cost: 1 });
        const asked = { job, idempotency: null, queueLimit: 9, now: scene.now };
        equal((await bundle.jobs.acceptJob(asked)).kind, 'quota-exhausted');
        equal(await apiUsers.erase({ id: 'none', keyDigest: 'x', now: 1 }), undefined);
      },
    },
    {
      name: '[taking-back.erasure-shown] how far an erasure is, is kept until it is complete, and then stays; asked for twice it is one',
      holds: async ({ bundle }) => {
        const { apiUsers } = bundle;
        await new Scene(bundle).user('u1', null);
        await new Scene(bundle).user('u2', null);
        const note = (id: string, completedAt: number | null, remaining: number) =>
          apiUsers.noteErasure({ id, completedAt, remaining });
        await note('u1', null, 3);
        equal((await apiUsers.find('u1'))?.erasure, null);
        await erase(bundle, 5_000);
        await note('u1', null, 3);
        const underWay = { requestedAt: 5_000, completedAt: null, remaining: 3 };
        deepStrictEqual((await erase(bundle, 7_000))?.erasure, underWay);
        await note('u1', 9_000, 0);
        await note('u1', null, 8);
        const over = { requestedAt: 5_000, completedAt: 9_000, remaining: 0 };
        const listed = await apiUsers.list({ after: null, limit: 9 });
        deepStrictEqual(
          listed.map(({ erasure }) => erasure),
          [over, null],
        );
      },
    },
    {
      name: '[taking-back.reseal] a secret is sealed again over the expected one alone, and nothing else of its account changes',
      holds: async ({ bundle: { accounts }, bundle }) => {
        await new Scene(bundle).account('a1', { sealedSecret: 'sealed before' });
        await accounts.recordProbe({
          id: 'a1',
          probe: { kind: 'login-required' },
          askedAt: 2_000_000_000_000,
          movedCredits: 0,
          now: 2_000_000_000_000,
        });
        const before = await accounts.find('a1');
        const reseal = (expected: string, sealedSecret: string) =>
          accounts.reseal({ id: 'a1', expected, sealedSecret });
        equal(await reseal('another', 'sealed again'), false);
        equal(await accounts.sealedSecret('a1'), 'sealed before');
        equal(await reseal('sealed before', 'sealed again'), true);
        equal(await accounts.sealedSecret('a1'), 'sealed again');
        deepStrictEqual(await accounts.find('a1'), before);
        equal(await accounts.reseal({ id: 'none', expected: 'a', sealedSecret: 'b' }), false);
      },
    },
  ],
};

function erase({ apiUsers }: StorageBundle, now: number) {
  return apiUsers.erase({ id: 'u1', keyDigest: 'a digest no key has', now });
}
