import { deepStrictEqual } from 'node:assert/strict';
import type { JsonValue } from '@filmgate/core';
import { Scene } from '../job/scene.ts';
import type { LawGroup } from '../law/law.ts';
import type { StorageContext } from '../storage-context.ts';

/** The event trail explains a bill. */
export const trailLaws: LawGroup<StorageContext> = {
  name: 'job-reader.trail',
  laws: [
    {
      name: 'the whole way of a job is told, oldest first, money included',
      holds: async ({ bundle }) => {
        const scene = new Scene(bundle);
        await scene.account('account-1');
        const job = await scene.acceptIn('completed');
        const trail = await bundle.reader.trail(job.id);
        const told = trail.map(({ what, detail }) =>
          what === 'money' ? word(detail['ledger'], detail['move']) : what,
        );
        deepStrictEqual(told, [
          'accepted',
          'quota reserve',
          'credit reserve',
          'account-chosen',
          'marked',
          'credit settle',
          'receipt',
          'upstream-finished',
          'quota settle',
          'completed',
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
          ['accepted', 'money'],
        );
        deepStrictEqual(
          (await bundle.reader.trail(second.id)).map(({ what }) => what),
          ['accepted', 'money', 'money', 'account-chosen'],
        );
      },
    },
  ],
};

function word(...parts: readonly (JsonValue | undefined)[]): string {
  return parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join(' ');
}
