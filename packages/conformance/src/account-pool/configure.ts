import { deepStrictEqual, equal, ok } from 'node:assert/strict';
import { nothingPaid } from '@filmgate/core';
import { Scene } from '../job/scene.ts';
import type { LawGroup } from '../law/law.ts';
import { kindsOf, ofKind, race } from '../law/outcomes.ts';
import type { StorageContext } from '../storage-harness.ts';

/** Defaults of a new account: enabled, for every family, with one slot, since no provider allows fewer. */
export const accountDefaults = {
  families: ['*'],
  enabled: true,
  concurrency: 1,
  exclusive: false,
} as const;

/** Adding and editing accounts. */
export const configureLaws: LawGroup<StorageContext> = {
  name: 'account-pool.configure',
  laws: [
    {
      name: 'an account of which only the label was given has the defaults',
      holds: async ({ bundle }) => {
        const input = { id: 'a1', endpoint: 'mock', settings: { label: 'One' }, now: 1_000 };
        const { account } = ofKind(await bundle.accounts.add(input), 'added');
        deepStrictEqual(account, {
          id: 'a1',
          label: 'One',
          endpoint: 'mock',
          ...accountDefaults,
          draining: false,
          awaitsTest: false,
          unit: 'credits',
          budget: null,
          paid: nothingPaid,
          condition: 'ready',
          coolingUntil: null,
          credits: null,
          creditsSource: 'upstream',
          creditsCheckedAt: null,
          errorStreak: 0,
          lastError: null,
          lastSuccessAt: null,
          lastUsedAt: null,
          hasSecret: false,
          secretSince: null,
          learned: [],
        });
        const none = {
          busy: 0,
          busyByModel: {},
          busyUnknown: 0,
          reservedCredits: 0,
          heldCredits: 0,
          takenCredits: 0,
          movedCredits: 0,
        };
        const load = { account, ...none, providerOpenUntil: null };
        deepStrictEqual(await bundle.accounts.find('a1'), load);
      },
    },
    {
      name: 'what is given is set, what is absent stays',
      holds: async ({ bundle }) => {
        const settings = {
          label: 'One',
          families: ['vidA', 'vidB'],
          enabled: false,
          concurrency: 7,
          exclusive: true,
          credits: 12,
        };
        const { account } = ofKind(
          await bundle.accounts.add({ id: 'a1', endpoint: 'mock', settings, now: 1_000 }),
          'added',
        );
        deepStrictEqual({ ...account, ...settings, creditsSource: 'operator' }, account);
        const renamed = await bundle.accounts.edit({
          id: 'a1',
          settings: { label: 'Two' },
          now: 2_000,
        });
        deepStrictEqual(ofKind(renamed, 'edited').account, { ...account, label: 'Two' });
        const narrowed = await bundle.accounts.edit({
          id: 'a1',
          settings: { families: [], concurrency: 0, exclusive: false },
          now: 3_000,
        });
        const unlike = { label: 'Two', families: [], concurrency: 0, exclusive: false };
        const expected = { ...account, ...unlike };
        deepStrictEqual(ofKind(narrowed, 'edited').account, expected);
        deepStrictEqual((await bundle.accounts.find('a1'))?.account, expected);
      },
    },
    {
      name: 'a label belongs to one account: taken by another it is refused and nothing changes',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const first = await scene.account('a1', { label: 'One' });
        const second = await scene.account('a2', { label: 'Two' });
        const add = { id: 'a3', endpoint: 'mock', settings: { label: 'One' }, now: scene.now };
        ofKind(await bundle.accounts.add(add), 'label-taken');
        const settings = { label: 'One', enabled: false };
        ofKind(await bundle.accounts.edit({ id: 'a2', settings, now: scene.now }), 'label-taken');
        ofKind(
          await bundle.accounts.edit({ id: 'a1', settings: { label: 'One' }, now: scene.now }),
          'edited',
        );
        deepStrictEqual(
          (await bundle.accounts.loads()).map(({ account }) => account),
          [first, second],
        );
      },
    },
    {
      name: 'of accounts added with one label exactly one is added',
      holds: async ({ connections, bundle }) => {
        const outcomes = await race(await connections(4), 20, (way, index) =>
          way.accounts.add({
            id: `a${index}`,
            endpoint: 'mock',
            settings: { label: 'One' },
            now: 1_000,
          }),
        );
        deepStrictEqual(kindsOf(outcomes), { added: 1, 'label-taken': 19 });
        equal((await bundle.accounts.loads()).length, 1);
      },
    },
    {
      name: 'an unknown account is `unknown` to edit and to remove, and undefined to find',
      holds: async ({ bundle }) => {
        ofKind(await bundle.accounts.edit({ id: 'none', settings: {}, now: 1_000 }), 'unknown');
        ofKind(await bundle.accounts.remove({ id: 'none', now: 1_000 }), 'unknown');
        equal(await bundle.accounts.find('none'), undefined);
        equal(await bundle.accounts.sealedSecret('none'), undefined);
      },
    },
    {
      name: 'loads come by id',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        for (const id of ['b', 'a', 'c', 'B']) await scene.account(id);
        deepStrictEqual(
          (await bundle.accounts.loads()).map(({ account }) => account.id),
          ['B', 'a', 'b', 'c'],
        );
      },
    },
    {
      name: '[invariants.i13-no-secret-leaves] a sealed secret is kept for the client alone and shows in no account',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const added = await scene.account('a1', { sealedSecret: 'sealed:canary-1' });
        equal(added.hasSecret, true);
        equal(added.secretSince, scene.now);
        equal(await bundle.accounts.sealedSecret('a1'), 'sealed:canary-1');
        await bundle.accounts.edit({
          id: 'a1',
          settings: { sealedSecret: 'sealed:canary-2' },
          now: scene.now,
        });
        equal(await bundle.accounts.sealedSecret('a1'), 'sealed:canary-2');
        await bundle.accounts.edit({ id: 'a1', settings: { concurrency: 2 }, now: scene.now });
        equal(await bundle.accounts.sealedSecret('a1'), 'sealed:canary-2');
        ok(
          !JSON.stringify([added, await bundle.accounts.loads()]).includes('canary'),
          'a secret shows in an account',
        );
      },
    },
  ],
};
