import type { AccountProbe } from '@filmgate/core';
import * as fc from 'fast-check';
import { command } from './create-commands.ts';
import { both, modelAccounts, type Oracle, type Subject } from './twin-stores.ts';

type Command = fc.Arbitrary<fc.AsyncCommand<Oracle, Subject>>;

const id = fc.constantFrom(...modelAccounts);
const concurrency = fc.integer({ min: 0, max: 6 });

/** The pool changes under the jobs: accounts come, go, shrink, lose and regain their login. */
export function accountCommands(): Command {
  return fc.oneof(addCommands(), editCommands(), probeCommands(), removeCommands());
}

function addCommands(): Command {
  const inputs = fc.record({ id, concurrency, families: fc.constantFrom(['*'], ['vidA']) });
  return inputs.map((input) =>
    command('addAccount', input, async (oracle, subject) => {
      const { id: name, ...settings } = input;
      if ((await oracle.bundle.accounts.find(name)) !== undefined) return;
      const account = { id: name, provider: 'mock', settings: { label: name, ...settings } };
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
    { kind: 'ready', credits: null },
    { kind: 'login-required' },
    { kind: 'unreadable' },
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

function removeCommands(): Command {
  return fc.record({ id }).map((input) =>
    command('removeAccount', input, async (oracle, subject) => {
      await both(oracle, subject, ({ accounts }) => accounts.remove({ ...input, now: oracle.now }));
    }),
  );
}

/** The operator changes a limit: of credits, and of open jobs. */
export function limitCommands(): Command {
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
