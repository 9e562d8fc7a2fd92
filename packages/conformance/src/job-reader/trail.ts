import { deepStrictEqual } from 'node:assert/strict';
import { Scene } from '../job/scene.ts';
import type { LawGroup } from '../law/law.ts';
import type { StorageContext } from '../storage-harness.ts';

/** The event trail explains a bill. */
export const trailLaws: LawGroup<StorageContext> = {
  name: 'job-reader.trail',
  laws: [
    {
      name: 'the whole way of a job is told, oldest first, each step with the money it moved',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const job = await scene.acceptIn('completed');
        const trail = await bundle.reader.trail(job.id);
        const reported = trail.map(({ what, money }) => [
          what,
          ...money.map(({ ledger, move }) => `${ledger} ${move}`),
        ]);
        deepStrictEqual(reported, [
          ['accepted', 'quota reserve'],
          ['account-chosen', 'credit reserve'],
          ['marked'],
          ['receipt', 'credit settle'],
          ['upstream-finished'],
          ['completed', 'quota settle'],
        ]);
        const instants = trail.map(({ at }) => at);
        deepStrictEqual(
          instants,
          instants.toSorted((one, other) => one - other),
        );
      },
    },
    {
      name: 'each job has its own trail',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const first = await scene.accept();
        const second = await scene.acceptIn('prepared');
        deepStrictEqual(
          (await bundle.reader.trail(first.id)).map(({ what }) => what),
          ['accepted'],
        );
        deepStrictEqual(
          (await bundle.reader.trail(second.id)).map(({ what }) => what),
          ['accepted', 'account-chosen'],
        );
      },
    },
  ],
};
