import { deepStrictEqual, equal } from 'node:assert/strict';
import {
  type Account,
  type AccountProbe,
  type Job,
  type JobEffect,
  providerDoubtedForMs,
  providerDoubtsToOpen,
  providerFailuresToOpen,
  providerOpenForMs,
} from '@filmgate/core';
import { progress } from '../job/outcome-steps.ts';
import { Scene } from '../job/scene.ts';
import type { LawGroup } from '../law/law.ts';
import type { StorageContext } from '../storage-harness.ts';

/** Effects of a decision on the account and its provider are saved with the job. */
export const accountEffectLaws: LawGroup<StorageContext> = {
  name: 'job-store.account-effects',
  laws: [
    {
      name: 'a penalty sets the condition it names',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const evidence = await evidenceOn(scene, 'account-1');
        const until = scene.now + 60_000;
        await evidence({
          kind: 'penalise',
          accountId: 'account-1',
          penalty: { kind: 'cooling', until },
        });
        deepStrictEqual(await condition(scene), { condition: 'cooling', coolingUntil: until });
        await evidence({
          kind: 'penalise',
          accountId: 'account-1',
          penalty: { kind: 'exhausted' },
        });
        deepStrictEqual(await condition(scene), { condition: 'exhausted', coolingUntil: null });
        await evidence({
          kind: 'penalise',
          accountId: 'account-1',
          penalty: { kind: 'login-lost' },
        });
        deepStrictEqual(await condition(scene), {
          condition: 'login_required',
          coolingUntil: null,
        });
      },
    },
    {
      name: 'a stored cooling stays as it is when its time has passed: stores read no clock',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const evidence = await evidenceOn(scene, 'account-1');
        const until = scene.now + 10;
        await evidence({
          kind: 'penalise',
          accountId: 'account-1',
          penalty: { kind: 'cooling', until },
        });
        scene.later(1_000_000);
        await scene.accept();
        deepStrictEqual(await condition(scene), { condition: 'cooling', coolingUntil: until });
      },
    },
    {
      name: 'errors in a row are counted until a success, whose instant is kept',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const evidence = await evidenceOn(scene, 'account-1');
        await evidence(succeeded);
        const succeededAt = scene.now;
        await evidence({ kind: 'account-erred', accountId: 'account-1' });
        await evidence({ kind: 'account-erred', accountId: 'account-1' });
        const account = await accountOf(scene);
        deepStrictEqual([account?.errorStreak, account?.lastSuccessAt], [2, succeededAt]);
        await evidence(succeeded);
        const recovered = await accountOf(scene);
        deepStrictEqual([recovered?.errorStreak, recovered?.lastSuccessAt], [0, scene.now]);
      },
    },
    {
      name: '[pool.served-beside] enough `unavailable` in a row open the circuit for the account that they are of, and with one of another account for every account of the provider, and of no other',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('elsewhere', { endpoint: 'other' });
        await scene.account('sibling');
        const evidence = await evidenceOn(scene, 'account-1');
        for (let count = 1; count <= providerFailuresToOpen; count += 1) {
          equal(await openUntil(scene, 'account-1'), null);
          await evidence({ kind: 'endpoint', accountId: 'account-1', evidence: 'unavailable' });
        }
        const until = scene.now + providerOpenForMs;
        equal(await openUntil(scene, 'account-1'), until);
        equal(await openUntil(scene, 'sibling'), null);
        await evidence({ kind: 'endpoint', accountId: 'sibling', evidence: 'answered' });
        equal(await openUntil(scene, 'account-1'), until);
        await evidence({ kind: 'endpoint', accountId: 'sibling', evidence: 'unavailable' });
        for (const id of ['account-1', 'sibling'])
          equal(await openUntil(scene, id), scene.now + providerOpenForMs);
        equal(await openUntil(scene, 'elsewhere'), null);
        await evidence({ kind: 'endpoint', accountId: 'sibling', evidence: 'answered' });
        for (const id of ['account-1', 'sibling']) equal(await openUntil(scene, id), null);
      },
    },
    {
      name: '[providers.port.doubt] enough lost responses in a row open the circuit for longer, and an answer restarts the count',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const evidence = await evidenceOn(scene, 'account-1');
        for (let count = 1; count < providerDoubtsToOpen; count += 1) await evidence(doubtful);
        await evidence({ kind: 'endpoint', accountId: 'account-1', evidence: 'answered' });
        for (let count = 1; count < providerDoubtsToOpen; count += 1) await evidence(doubtful);
        equal(await openUntil(scene, 'account-1'), null);
        await evidence(doubtful);
        const until = scene.now + providerDoubtedForMs;
        equal(await openUntil(scene, 'account-1'), until);
        for (let count = 1; count <= providerFailuresToOpen; count += 1)
          await evidence({ kind: 'endpoint', accountId: 'account-1', evidence: 'unavailable' });
        equal(await openUntil(scene, 'account-1'), until);
        await evidence({ kind: 'endpoint', accountId: 'account-1', evidence: 'answered' });
        equal(await openUntil(scene, 'account-1'), null);
      },
    },
    {
      name: '[providers.port.doubt] a look that is answered closes the circuit until the next lost response, one that is not keeps it open, and one that never was changes nothing',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const evidence = await evidenceOn(scene, 'account-1');
        const look = async (probe: AccountProbe): Promise<void> => {
          scene.later(60_000);
          const { now } = scene;
          const wish = { id: 'account-1', probe, askedAt: now, movedCredits: 0, now };
          await bundle.accounts.recordProbe(wish);
        };
        await look({ kind: 'unreadable' });
        equal(await openUntil(scene, 'account-1'), null);
        for (let count = 1; count <= providerDoubtsToOpen; count += 1) await evidence(doubtful);
        const until = scene.now + providerDoubtedForMs;
        await look({ kind: 'ready', credits: null, isAssumed: true });
        equal(await openUntil(scene, 'account-1'), until);
        await look({ kind: 'unreadable' });
        equal(await openUntil(scene, 'account-1'), scene.now + providerDoubtedForMs);
        await look({ kind: 'ready', credits: 1_000_000 });
        equal(await openUntil(scene, 'account-1'), null);
        await evidence(doubtful);
        equal(await openUntil(scene, 'account-1'), scene.now + providerDoubtedForMs);
        await look({ kind: 'login-required' });
        equal(await openUntil(scene, 'account-1'), null);
      },
    },
    {
      name: 'an answer closes the circuit and restarts the count',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        const evidence = await evidenceOn(scene, 'account-1');
        const unavailable = {
          kind: 'endpoint',
          accountId: 'account-1',
          evidence: 'unavailable',
        } as const;
        for (let count = 1; count <= providerFailuresToOpen; count += 1)
          await evidence(unavailable);
        await evidence({ kind: 'endpoint', accountId: 'account-1', evidence: 'answered' });
        equal(await openUntil(scene, 'account-1'), null);
        for (let count = 1; count < providerFailuresToOpen; count += 1) await evidence(unavailable);
        equal(await openUntil(scene, 'account-1'), null);
      },
    },
  ],
};

const succeeded = { kind: 'account-succeeded', accountId: 'account-1', making: null } as const;
const doubtful = { kind: 'endpoint', accountId: 'account-1', evidence: 'doubtful' } as const;

/** An account with a polling job, and a function that saves one effect at a time with that job. */
async function evidenceOn(scene: Scene, id: string): Promise<(effect: JobEffect) => Promise<void>> {
  await scene.account(id);
  let job: Job = await scene.bring(await scene.accept(), 'polling', id);
  return async (effect) => {
    scene.later(1);
    job = await scene.step(job, (from, now) => ({ ...progress(from, now), effects: [effect] }));
  };
}

async function accountOf({ bundle }: Scene): Promise<Account | undefined> {
  return (await bundle.accounts.find('account-1'))?.account;
}

async function condition(scene: Scene): Promise<Partial<Account>> {
  const account = await accountOf(scene);
  return account === undefined
    ? {}
    : { condition: account.condition, coolingUntil: account.coolingUntil };
}

async function openUntil({ bundle }: Scene, id: string): Promise<number | null | undefined> {
  return (await bundle.accounts.find(id))?.providerOpenUntil;
}
