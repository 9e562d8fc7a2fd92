import * as fc from 'fast-check';
import type { StorageBundle } from '@filmgate/core';
import { Scene } from '../job/scene.ts';
import type { LawGroup } from '../law/law.ts';
import { createMemoryStorage } from '../memory/create-memory-storage.ts';
import type { StorageContext } from '../storage-harness.ts';
import { acceptCommands, removeCommands, timeCommands } from './create-commands.ts';
import { commitCommands, leaseCommands, markCommands, receiptCommands } from './decide-commands.ts';
import { accountCommands, limitCommands } from './pool-commands.ts';
import { createOracle, type Oracle, type Subject } from './twin-stores.ts';

const longestHistory = 100;

/** Any history, told to the store and to the memory store, is told back the same. */
export const historyLaws: LawGroup<StorageContext> = {
  name: 'job-store.model',
  laws: [
    {
      name: 'any history leaves the same jobs, money, loads and depth as in the memory store, after each act',
      timeoutMs: 120_000,
      holds: async ({ open, histories }) => {
        const anyHistory = fc.array(anyCommand(), {
          minLength: 20,
          maxLength: longestHistory,
          size: 'max',
        });
        const property = fc.asyncProperty(anyHistory, async (history) => {
          const harness = await open();
          const oracle = createOracle(createMemoryStorage());
          try {
            await furnish(oracle.bundle);
            await furnish(harness.bundle);
            await fc.asyncModelRun(
              () => ({ model: oracle, real: { bundle: harness.bundle } }),
              history,
            );
          } finally {
            await harness.dispose();
          }
        });
        await fc.assert(property, { ...histories });
      },
    },
  ],
};

/** Creations and forward steps are likelier, so that histories get somewhere. */
function anyCommand(): fc.Arbitrary<fc.AsyncCommand<Oracle, Subject>> {
  return fc.oneof(
    { arbitrary: acceptCommands(), weight: 4 },
    { arbitrary: commitCommands(), weight: 14 },
    { arbitrary: markCommands(), weight: 8 },
    { arbitrary: receiptCommands(), weight: 2 },
    { arbitrary: leaseCommands(), weight: 3 },
    { arbitrary: accountCommands(), weight: 2 },
    { arbitrary: limitCommands(), weight: 1 },
    { arbitrary: removeCommands(), weight: 1 },
    { arbitrary: timeCommands(), weight: 2 },
  );
}

/** What every history begins with: two API users and two accounts. */
async function furnish(bundle: StorageBundle): Promise<void> {
  const scene = new Scene(bundle);
  await scene.user('poor', 20);
  await scene.user('rich', 200);
  await scene.account('account-1', { concurrency: 4, credits: 100, label: 'account-1' });
  await scene.account('account-2', { concurrency: 2, label: 'account-2' });
}
