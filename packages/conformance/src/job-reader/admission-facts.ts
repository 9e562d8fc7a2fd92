import { deepStrictEqual, equal, notEqual } from 'node:assert/strict';
import type { AdmissionFacts, StorageBundle } from '@filmgate/core';
import { Scene } from '../job/scene.ts';
import type { LawGroup } from '../law/law.ts';
import type { StorageContext } from '../storage-harness.ts';

/** Facts by which creations are admitted. */
export const admissionFactsLaws: LawGroup<StorageContext> = {
  name: 'job-reader.admission-facts',
  laws: [
    {
      name: 'facts are the usage of that owner, the pool and the credits that wait',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        await scene.account('account-2', { endpoint: 'other', credits: null });
        const owner = await scene.user('u1', 100);
        await scene.user('u2', null);
        await scene.accept({ owner, family: 'vidA', cost: 8 });
        await scene.accept({ owner: 'user:u2', family: 'vidB', cost: 5 });
        await scene.accept({ owner, family: 'vidB', cost: 9, state: 'awaiting_configuration' });
        await scene.acceptIn('prepared', { owner, family: 'vidC', cost: 7 });
        await scene.acceptIn('completed', { owner, family: 'vidC', cost: 3 });
        const facts = await bundle.reader.admissionFacts(owner);
        deepStrictEqual(facts.usage, { used: 3, reserved: 24, held: 0, limit: 100 });
        deepStrictEqual(facts.loads, await bundle.accounts.loads());
        deepStrictEqual(present(facts), { vidA: 8, vidB: 5 });
      },
    },
    {
      name: 'an unknown owner has no limit, and an empty store no accounts and no queue',
      holds: async ({ bundle }) => {
        const facts = await bundle.reader.admissionFacts('native');
        deepStrictEqual(facts.usage, { used: 0, reserved: 0, held: 0, limit: null });
        deepStrictEqual(facts.loads, []);
        deepStrictEqual(present(facts), {});
      },
    },
    {
      name: 'while jobs come and are given accounts, facts are of one instant',
      holds: async ({ bundle, connections }) => {
        const owner = 'native';
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const [, reading = bundle] = await connections(2);
        const moves = (async () => {
          for (let count = 0; count < 20; count += 1) await scene.acceptIn('prepared', { owner });
        })();
        const seen = await factsUntil(moves, reading, owner);
        for (const facts of seen) equal(facts.usage.reserved, promised(facts));
        notEqual(seen.at(-1)?.usage.reserved, 0);
      },
    },
  ],
};

/** Reads the facts repeatedly until something ends, and once more after it. */
async function factsUntil(
  end: Promise<void>,
  { reader }: StorageBundle,
  owner: string,
): Promise<readonly AdmissionFacts[]> {
  const seen: AdmissionFacts[] = [];
  end.catch(() => undefined);
  const next = () => new Promise<'next'>((resolve) => setImmediate(resolve, 'next'));
  do seen.push(await reader.admissionFacts(owner));
  while ((await Promise.race([end, next()])) === 'next');
  return [...seen, await reader.admissionFacts(owner)];
}

/** Credits of jobs that wait or have an account, and are not paid yet. */
function promised({ loads, waitingCredits }: AdmissionFacts): number {
  const waiting = Object.values(waitingCredits).reduce((sum, credits) => sum + credits, 0);
  return loads.reduce((sum, { reservedCredits }) => sum + reservedCredits, waiting);
}

/** A family without waiting jobs may be absent or 0. */
function present({ waitingCredits }: AdmissionFacts) {
  return Object.fromEntries(Object.entries(waitingCredits).filter(([, credits]) => credits !== 0));
}
