import type { AccountProbe, StorageBundle } from '@filmgate/core';
import * as fc from 'fast-check';
import { Scene } from '../job/scene.ts';
import type { LawGroup } from '../law/law.ts';
import { createMemoryStorage } from '../memory/create-memory-storage.ts';
import type { StorageContext } from '../storage-harness.ts';
import { acceptCommands, command, removeCommands, timeCommands } from './create-commands.ts';
import {
  commitCommands,
  leaseCommands,
  dispatchCommands,
  receiptCommands,
} from './decide-commands.ts';
import { both, createOracle, modelAccounts, type Oracle, type Subject } from './twin-stores.ts';

type Command = fc.Arbitrary<fc.AsyncCommand<Oracle, Subject>>;

const id = fc.constantFrom(...modelAccounts);
const concurrency = fc.integer({ min: 0, max: 6 });

/** The pool changes under the jobs: accounts are added, removed, shrink, lose and regain their login. */
function accountCommands(): Command {
  return fc.oneof(addCommands(), editCommands(), probeCommands(), removalCommands());
}

function addCommands(): Command {
  const inputs = fc.record({ id, concurrency, families: fc.constantFrom(['*'], ['vidA']) });
  return inputs.map((input) =>
    command('addAccount', input, async (oracle, subject) => {
      const { id: name, ...settings } = input;
      if ((await oracle.bundle.accounts.find(name)) !== undefined) return;
      const account = { id: name, endpoint: 'mock', settings: { label: name, ...settings } };
      await both(oracle, subject, ({ accounts }) => accounts.add({ ...account, now: oracle.now }));
    }),
  );
}

function editCommands(): Command {
  const settings = fc.oneof(
    fc.record({ enabled: fc.constantFrom(true, true, false) }),
    fc.record({ concurrency }),
    fc.record({ credits: fc.integer({ min: 0, max: 50 }) }),
    fc.record({ sealedSecret: fc.constant('sealed') }),
  );
  return fc.record({ id, settings }).map((input) =>
    command('editAccount', input, async (oracle, subject) => {
      await both(oracle, subject, ({ accounts }) => accounts.edit({ ...input, now: oracle.now }));
    }),
  );
}

function probeCommands(): Command {
  const probe = fc.constantFrom<AccountProbe>(
    { kind: 'ready', credits: 9 },
    { kind: 'ready', credits: 9, uncounted: 3 },
    { kind: 'ready', credits: null },
    { kind: 'login-required', detail: '1002' },
    { kind: 'unreadable', detail: 'away' },
  );
  const moved = fc.constantFrom(0, 0, 8, -8);
  return fc.record({ id, ago: fc.nat({ max: 20 }), probe, moved }).map((wish) =>
    command('recordProbe', wish, async (oracle, subject) => {
      const { ago, moved: since, ...input } = wish;
      const movedCredits =
        ((await oracle.bundle.accounts.find(wish.id))?.movedCredits ?? 0) - since;
      const noted = { ...input, askedAt: oracle.now - ago, movedCredits, now: oracle.now };
      await both(oracle, subject, ({ accounts }) => accounts.recordProbe(noted));
    }),
  );
}

function removalCommands(): Command {
  return fc.record({ id }).map((input) =>
    command('removeAccount', input, async (oracle, subject) => {
      await both(oracle, subject, ({ accounts }) => accounts.remove({ ...input, now: oracle.now }));
    }),
  );
}

/** The operator changes a limit: of credits, or of open jobs. */
function limitCommands(): Command {
  const inputs = fc.record({
    id: fc.constantFrom('poor', 'rich'),
    totalLimit: fc.option(fc.integer({ min: 0, max: 60 })),
    maxOpenJobs: fc.option(fc.integer({ min: 0, max: 4 })),
  });
  return inputs.map((input) =>
    command('editLimit', input, async (oracle, subject) => {
      await both(oracle, subject, ({ apiUsers }) => apiUsers.edit({ ...input, now: oracle.now }));
    }),
  );
}

const longestHistory = 100;

/** Any history has the same results on the store and on the memory store. */
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

/** Creations and forward steps are likelier, so that histories make progress. */
function anyCommand(): fc.Arbitrary<fc.AsyncCommand<Oracle, Subject>> {
  return fc.oneof(
    { arbitrary: acceptCommands(), weight: 4 },
    { arbitrary: commitCommands(), weight: 14 },
    { arbitrary: dispatchCommands(), weight: 8 },
    { arbitrary: receiptCommands(), weight: 2 },
    { arbitrary: leaseCommands(), weight: 3 },
    { arbitrary: accountCommands(), weight: 2 },
    { arbitrary: limitCommands(), weight: 1 },
    { arbitrary: removeCommands(), weight: 1 },
    { arbitrary: timeCommands(), weight: 2 },
  );
}

/** Initial state of every history: two API users and two accounts. */
async function furnish(bundle: StorageBundle): Promise<void> {
  const scene = new Scene(bundle);
  await scene.user('poor', 20);
  await scene.user('rich', 200);
  await scene.account('account-1', { concurrency: 4, credits: 100, label: 'account-1' });
  await scene.account('account-2', { concurrency: 2, label: 'account-2' });
}
