import * as fc from 'fast-check';
import type { AcceptJobOutcome } from '@filmgate/core';
import { createJobFactory } from '../job/job-factory.ts';
import { both, compareStores, modelOwners, type Oracle, type Subject } from './twin-stores.ts';

/** One act of a history: always applicable. Its outcome and the resulting state are compared. */
export type Act = (oracle: Oracle, subject: Subject) => Promise<void>;

/** Makes a command of an act; a counterexample shows its name and inputs. */
export function command(name: string, inputs: object, act: Act): fc.AsyncCommand<Oracle, Subject> {
  return {
    check: () => true,
    run: async (oracle, subject) => {
      await act(oracle, subject);
      await compareStores(oracle, subject);
    },
    toString: () => `${name}(${JSON.stringify(inputs)})`,
  };
}

/** Creations: new, repeated, conflicting, too many, too expensive. */
export function acceptCommands(): fc.Arbitrary<fc.AsyncCommand<Oracle, Subject>> {
  const inputs = fc.record({
    owner: fc.constantFrom(...modelOwners),
    cost: fc.integer({ min: 0, max: 9 }),
    family: fc.constantFrom('vidA', 'vidB'),
    key: fc.option(fc.constantFrom('k1', 'k2')),
    fingerprint: fc.constantFrom('1:a', '1:b'),
    state: fc.constantFrom('queued', 'queued', 'queued', 'awaiting_configuration'),
    reusesId: fc.nat({ max: 9 }).map((die) => die === 0),
    queueLimit: fc.constantFrom(3, 100, 100),
    ownerShare: fc.constantFrom(0, 1, 2),
    quota: fc.constantFrom(null, null, 12, 40),
  });
  return inputs.map((input) =>
    command('accept', input, async (oracle, subject) => {
      const known = oracle.versions.at(0);
      oracle.made += 1;
      const id =
        input.reusesId && known !== undefined
          ? known.id
          : `vt_${String(oracle.made).padStart(6, '0')}`;
      const { owner, cost, family, state, key, fingerprint, queueLimit, ownerShare, quota } = input;
      const job = createJobFactory().newJob({ id, owner, cost, family, state, now: oracle.now });
      const idempotency = key === null ? null : { scope: owner, key, fingerprint };
      const said = await both<AcceptJobOutcome>(oracle, subject, ({ jobs }) =>
        jobs.acceptJob({ job, idempotency, queueLimit, ownerShare, quota, now: oracle.now }),
      );
      if (said.kind === 'accepted') oracle.versions.push(said.job);
      oracle.now += 1;
    }),
  );
}

/** Retention. */
export function removeCommands(): fc.Arbitrary<fc.AsyncCommand<Oracle, Subject>> {
  return fc.record({ age: fc.nat({ max: 50 }) }).map((input) =>
    command('removeFinished', input, async (oracle, subject) => {
      const finishedBefore = oracle.now - input.age;
      await both(oracle, subject, async ({ jobs }) => {
        const removed = await jobs.removeFinished({
          finishedBefore,
          limit: 1_000,
          now: oracle.now,
        });
        return removed.map(({ id }) => id).toSorted();
      });
    }),
  );
}

/** Time passes; long steps let leases expire. */
export function timeCommands(): fc.Arbitrary<fc.AsyncCommand<Oracle, Subject>> {
  return fc.record({ ms: fc.constantFrom(1, 10, 1_000, 30_000, 100_000) }).map((input) =>
    command('later', input, async (oracle) => {
      oracle.now += input.ms;
    }),
  );
}
