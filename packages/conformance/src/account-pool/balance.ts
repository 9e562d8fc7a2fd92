import { deepStrictEqual, equal } from 'node:assert/strict';
import type { Job } from '@filmgate/core';
import { fail, loseOutcome, resolveCharged } from '../job/outcome-steps.ts';
import { Scene } from '../job/scene.ts';
import { receive } from '../job/submission-steps.ts';
import type { LawGroup } from '../law/law.ts';
import type { StorageContext } from '../storage-harness.ts';

/** A balance read at the provider while jobs move credits: each credit is counted once. */
export const balanceLaws: LawGroup<StorageContext> = {
  name: 'account-pool.balance',
  laws: [
    {
      name: '[credits.balance-once] a balance read replaces the one known: what was taken before is in it, what is reserved or held stays beside it',
      holds: async ({ bundle }) => {
        const scene = await sceneWith(bundle);
        await read(scene, 100);
        await scene.acceptIn('submitted', { cost: 8 });
        await scene.acceptIn('prepared', { cost: 5 });
        await scene.acceptIn('outcome_unknown', { cost: 3 });
        await read(scene, 92);
        const load = await bundle.accounts.find('account-1');
        equal(load?.account.credits, 92);
        deepStrictEqual([load?.reservedCredits, load?.heldCredits, load?.takenCredits], [5, 3, 8]);
      },
    },
    {
      name: '[credits.balance-once] what was taken or given back while the upstream was asked is moved on its answer too',
      holds: async ({ bundle }) => {
        const scene = await sceneWith(bundle);
        await read(scene, 100);
        const dispatching = await scene.acceptIn('dispatching', { cost: 8 });
        await readWhile(scene, 100, () => scene.step(dispatching, receive));
        equal(await balance(scene), 92);
        const submitted = await scene.acceptIn('submitted', { cost: 5 });
        await readWhile(scene, 87, () => scene.step(submitted, fail));
        equal(await balance(scene), 92);
        await readWhile(scene, null, () => scene.acceptIn('submitted', { cost: 5 }));
        equal(await balance(scene), null);
      },
    },
    {
      name: '[providers.money.uncounted] what a balance shows beside what was counted is paid, and what came back is not',
      holds: async ({ bundle }) => {
        const scene = await sceneWith(bundle);
        const paid = async () =>
          (await bundle.accounts.find('account-1'))?.account.paid.ever.amount;
        await scene.acceptIn('submitted', { cost: 8 });
        const before = (await paid()) ?? Number.NaN;
        for (const [uncounted, amount] of [
          [5, before + 5],
          [-3, before + 2],
        ] as const) {
          const now = scene.later(1);
          const { movedCredits = 0 } = (await bundle.accounts.find('account-1')) ?? {};
          const probe = { kind: 'ready', credits: 50, uncounted } as const;
          const look = { id: 'account-1', probe, askedAt: now, movedCredits, now };
          await bundle.accounts.recordProbe(look);
          equal(await paid(), amount);
          equal(await balance(scene), 50);
        }
      },
    },
    {
      name: 'what was moved counts also while the balance is not known yet',
      holds: async ({ bundle }) => {
        const scene = await sceneWith(bundle);
        await readWhile(scene, 100, () => scene.acceptIn('submitted', { cost: 8 }));
        equal(await balance(scene), 92);
      },
    },
    {
      name: '[credits.balance-once] credits of an unknown outcome that turn out taken are not taken from a balance that was read since',
      holds: async ({ bundle }) => {
        const scene = await sceneWith(bundle);
        await read(scene, 100);
        const unknown = await scene.acceptIn('outcome_unknown', { cost: 8 });
        const resolved = await scene.acceptIn('outcome_unknown', { cost: 5 });
        await read(scene, 87);
        await scene.step(unknown, receive);
        await scene.step(resolved, resolveCharged);
        equal(await balance(scene), 87);
        equal((await bundle.accounts.find('account-1'))?.heldCredits, 0);
      },
    },
    {
      name: '[credits.balance-once] they are taken from one that was read before the outcome became unknown, and from a stated one',
      holds: async ({ bundle }) => {
        const scene = await sceneWith(bundle);
        const dispatching = await scene.acceptIn('dispatching', { cost: 8 });
        await read(scene, 100);
        const unknown: Job = await scene.step(dispatching, loseOutcome);
        await scene.step(unknown, receive);
        equal(await balance(scene), 92);
        const later = await scene.acceptIn('outcome_unknown', { cost: 8 });
        scene.later(1);
        const stated = { id: 'account-1', settings: { credits: 92 }, now: scene.now };
        await bundle.accounts.edit(stated);
        await scene.step(later, receive);
        equal(await balance(scene), 84);
      },
    },
  ],
};

/** An account whose provider is queried for its balance. */
async function sceneWith(bundle: StorageContext['bundle']): Promise<Scene> {
  const scene = new Scene(bundle);
  await scene.account('account-1', { credits: null });
  return scene;
}

/** Records a balance reported by the provider. */
async function read(scene: Scene, credits: number): Promise<void> {
  await readWhile(scene, credits, async () => undefined);
}

/** Starts a balance query, runs something, and then records the response. */
async function readWhile(
  scene: Scene,
  credits: number | null,
  happens: () => Promise<unknown>,
): Promise<void> {
  const { accounts } = scene.bundle;
  const movedCredits = (await accounts.find('account-1'))?.movedCredits ?? Number.NaN;
  const askedAt = scene.later(1);
  await happens();
  const now = scene.later(1);
  const probe = { kind: 'ready', credits } as const;
  await accounts.recordProbe({ id: 'account-1', probe, askedAt, movedCredits, now });
}

async function balance({ bundle }: Scene): Promise<number | null | undefined> {
  return (await bundle.accounts.find('account-1'))?.account.credits;
}
