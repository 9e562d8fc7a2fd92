import fc from 'fast-check';
import { expect, it } from 'vitest';
import { accept, openWorld } from '../../test/support/open-world.ts';
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
          world.submissions.submit(account, sampleSubmission(given));
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
    world.submissions.submit('one', sampleSubmission({ correlationId }));
  for (const name of ['a', 'b', 'c']) submit(name);
  const first = viewLedger(world, {}, { from: 0, limit: 2 });
  submit('d');
  const rest = viewLedger(world, {}, { ...wholeLedger, from: Number(first.next_cursor) });
  expect(rest.jobs.map(({ correlation_id: name }) => name)).toEqual(['c', 'd']);
  expect(rest.accepted).toBe(4);
});

it('[mock.ledger] counts the jobs whose prompt, tokens and all, contains the text', () => {
  const world = openWorld();
  accept(world, 'one', sampleSubmission({ prompt: 'a red boat [[mock:run=1s,queue=0s]]' }));
  accept(world, 'one', sampleSubmission({ prompt: 'a red car [[mock:run=1h]]' }));
  accept(world, 'two', sampleSubmission({ prompt: 'a red [[mock:queue=0s,run=0s,fail=policy]]' }));
  accept(world, 'two', sampleSubmission({ prompt: 'a blue boat' }));
  world.control.advanceClock(1_000);
  const counts = { accepted: 3, running: 1, completed: 1, failed: 1, charged_credits: 16 };
  expect(viewLedger(world, { contains: 'red' })).toMatchObject(counts);
  expect(viewLedger(world, { contains: 'run=1h' })).toMatchObject({ accepted: 1, running: 1 });
  expect(viewLedger(world, { contains: 'green' })).toMatchObject({ accepted: 0, jobs: [] });
  const [job] = viewLedger(world, { contains: 'red boat' }).jobs;
  expect(job).toMatchObject({
    correlation_id: 'job-1.1',
    account: 'one',
    prompt: 'a red boat [[mock:run=1s,queue=0s]]',
    state: 'completed',
    accepted_at: '2026-01-01T00:00:00.000Z',
    answered: false,
  });
});
