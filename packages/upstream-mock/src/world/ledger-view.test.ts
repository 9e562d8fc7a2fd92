import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openWorld } from '../../test/support/open-world.ts';
import { sampleSubmission } from '../../test/support/sample-submission.ts';
import { type LedgerFilter, viewLedger, wholeLedger } from './ledger-view.ts';

const submission = fc.record({
  account: fc.constantFrom('one', 'two'),
  correlationId: fc.constantFrom('a', 'b', 'c'),
  prompt: fc.constantFrom('a kite', 'a cliff', 'a kite [[mock:fail=policy,queue=0s,run=0s]]'),
});
const filter: fc.Arbitrary<LedgerFilter> = fc.record(
  {
    account: fc.constantFrom('one', 'two', 'three'),
    contains: fc.constantFrom('kite', 'cliff'),
    key: fc.constantFrom('a', 'id:b'),
    state: fc.constantFrom('queued', 'failed'),
    answered: fc.boolean(),
  },
  { requiredKeys: [] },
);

it('[mock.ledger-pages] pages of any size are the whole ledger, in its order and with its counts', () => {
  fc.assert(
    fc.property(
      fc.array(submission, { maxLength: 30 }),
      filter,
      fc.integer({ min: 1, max: 7 }),
      (submissions, wanted, limit) => {
        const world = openWorld();
        for (const { account, ...given } of submissions)
          world.submit(account, sampleSubmission(given));
        const { jobs, ...counts } = viewLedger(world, wanted);
        const shown: (typeof jobs)[number][] = [];
        for (let from: number | undefined = 0; from !== undefined; ) {
          const page = viewLedger(world, wanted, { from, limit });
          const { jobs: some, next_cursor: next, ...same } = page;
          expect(same).toEqual(counts);
          expect(some.length === limit || next === undefined).toBe(true);
          shown.push(...some);
          from = next === undefined ? undefined : Number(next);
        }
        expect(shown).toEqual(jobs);
      },
    ),
  );
});

it('[mock.ledger-pages] a cursor stays where it is when jobs come', () => {
  const world = openWorld();
  const submit = (correlationId: string) =>
    world.submit('one', sampleSubmission({ correlationId }));
  for (const name of ['a', 'b', 'c']) submit(name);
  const first = viewLedger(world, {}, { from: 0, limit: 2 });
  submit('d');
  const rest = viewLedger(world, {}, { ...wholeLedger, from: Number(first.next_cursor) });
  expect(rest.jobs.map(({ correlation_id: name }) => name)).toEqual(['c', 'd']);
  expect(rest.accepted).toBe(4);
});
