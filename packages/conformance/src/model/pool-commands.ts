import * as fc from 'fast-check';
import { command } from './create-commands.ts';
import { both, modelAccounts, type Oracle, type Subject } from './twin-stores.ts';

/** The pool changes under the jobs: accounts come, go, shrink, lose and regain their login. */
export function accountCommands(): fc.Arbitrary<fc.AsyncCommand<Oracle, Subject>> {
  const id = fc.constantFrom(...modelAccounts);
  const add = fc.record({
    id,
    concurrency: fc.integer({ min: 0, max: 6 }),
    families: fc.constantFrom(['*'], ['vidA']),
  });
  const edit = fc.record({
    id,
    settings: fc.oneof(
      fc.record({ enabled: fc.constantFrom(true, true, false) }),
      fc.record({ concurrency: fc.integer({ min: 0, max: 6 }) }),
      fc.record({ credits: fc.integer({ min: 0, max: 50 }) }),
      fc.record({ sealedSecret: fc.constant('sealed') }),
    ),
  });
  const probe = fc.record({
    id,
    asked: fc.integer({ min: -20, max: 0 }),
    probe: fc.constantFrom(
      { kind: 'ready', credits: 9 } as const,
      { kind: 'login-required' } as const,
      { kind: 'unreadable' } as const,
    ),
  });
  return fc.oneof(
    add.map((input) =>
      command('addAccount', input, async (oracle, subject) => {
        const there = await oracle.bundle.accounts.find(input.id);
        if (there !== undefined) return;
        const settings = {
          label: input.id,
          families: input.families,
          concurrency: input.concurrency,
        };
        await both(oracle, subject, ({ accounts }) =>
          accounts.add({ id: input.id, provider: 'mock', settings, now: oracle.now }),
        );
      }),
    ),
    edit.map((input) =>
      command('editAccount', input, async (oracle, subject) => {
        await both(oracle, subject, ({ accounts }) => accounts.edit({ ...input, now: oracle.now }));
      }),
    ),
    probe.map((input) =>
      command('recordProbe', input, async (oracle, subject) => {
        const noted = {
          id: input.id,
          probe: input.probe,
          askedAt: oracle.now + input.asked,
          now: oracle.now,
        };
        await both(oracle, subject, ({ accounts }) => accounts.recordProbe(noted));
      }),
    ),
    fc.record({ id }).map((input) =>
      command('removeAccount', input, async (oracle, subject) => {
        await both(oracle, subject, ({ accounts }) =>
          accounts.remove({ id: input.id, now: oracle.now }),
        );
      }),
    ),
  );
}

/** The operator changes a limit. */
export function limitCommands(): fc.Arbitrary<fc.AsyncCommand<Oracle, Subject>> {
  const inputs = fc.record({
    id: fc.constantFrom('poor', 'rich'),
    totalLimit: fc.option(fc.integer({ min: 0, max: 60 })),
  });
  return inputs.map((input) =>
    command('editLimit', input, async (oracle, subject) => {
      await both(oracle, subject, ({ apiUsers }) => apiUsers.edit({ ...input, now: oracle.now }));
    }),
  );
}
