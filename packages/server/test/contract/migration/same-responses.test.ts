import * as fc from 'fast-check';
import { jobStates } from '@filmgate/core';
import { Scene } from '@filmgate/conformance';
import { expect, it } from 'vitest';
import { responsesOf } from './responses.ts';
import { furnish } from './furnish.ts';
import { type Pair, usePairs } from './stores.ts';

const newPair = usePairs();

/** The responses of both stores. */
async function bothResponses(pair: Pair) {
  const [here, there] = [await pair.sqlite(), await pair.redis()];
  return { here: await responsesOf(here), there: await responsesOf(there) };
}

it('[migration.same-answers] [migration.verified] [providers.port.learnt-forgotten] every read of a store gives equal responses in the new one', async () => {
  const pair = newPair();
  const source = await pair.sqlite();
  const { jobs, scene } = await furnish(source);
  const call = { scope: 'service/calls', key: null, fingerprint: '1:call' };
  const calls = [await scene.accept({}, call), await scene.accept({}, call)];
  await source.close();
  const moved = await pair.move();
  expect(moved).toMatchObject({
    kind: 'equal',
    counts: {
      value: 2,
      account: 2,
      'api-user': 3,
      asset: 2,
      holding: 4,
      'audit-entry': 250,
      job: 12,
    },
  });
  const { here, there } = await bothResponses(pair);
  expect(there).toEqual(here);
  const target = await pair.redis();
  for (const state of jobStates) {
    const found = await target.reader.findByKey({ scope: 'user:rich', key: `key of ${state}` });
    expect(found).toEqual({ job: jobs.get(state), fingerprint: '1:print' });
  }
  const found = await target.reader.findByContent({ ...call, limit: 10 });
  expect(found).toEqual(calls.map(({ id }) => id).toReversed());
  expect(await target.accounts.sealedSecret('account-1')).toBe('sealed-1');
  expect(await target.assets.neededDigests(['ab'.repeat(32)])).toEqual(new Set(['ab'.repeat(32)]));
  await pair.dispose();
});

const anyAct = fc.record({
  state: fc.constantFrom(...jobStates),
  owner: fc.constantFrom('native', 'user:poor', 'user:rich', 'admin'),
  surface: fc.constantFrom('tasks' as const, 'native' as const, 'local' as const),
  family: fc.constantFrom('vidA', 'vidB'),
  cost: fc.integer({ min: 1, max: 5 }),
  prompt: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3000 }),
  accountId: fc.constantFrom('account-1', 'account-2'),
  isRemoved: fc.boolean(),
});

it('[migration.same-answers] any history gives equal responses in the new store', async () => {
  const anyHistory = fc.array(anyAct, { minLength: 5, maxLength: 30, size: 'max' });
  await fc.assert(
    fc.asyncProperty(anyHistory, async (history) => {
      const pair = newPair();
      try {
        const source = await pair.sqlite();
        const scene = new Scene(source);
        await scene.user('poor', 1000);
        await scene.user('rich', null);
        await scene.account('account-1');
        await scene.account('account-2', { credits: null });
        for (const { state, accountId, isRemoved, ...wish } of history) {
          const job = await scene.bring(await scene.accept(wish), state, accountId);
          const finishedBefore = job.updatedAt + 1;
          if (isRemoved)
            await source.jobs.removeFinished({ finishedBefore, limit: 1, now: scene.now });
        }
        await source.close();
        expect(await pair.move()).toMatchObject({ kind: 'equal' });
        const { here, there } = await bothResponses(pair);
        expect(there).toEqual(here);
      } finally {
        await pair.dispose();
      }
    }),
    { numRuns: 6 },
  );
}, 60_000);
