import { afterEach, beforeEach, expect, it } from 'vitest';
import { openVerdictBench, type VerdictBench } from '../../support/verdict/verdict-bench.ts';

let bench: VerdictBench;
beforeEach(async () => {
  bench = await openVerdictBench();
});
afterEach(() => bench.close());

/** Brings the space back from a snapshot after everything in it was forgotten. */
async function takeAndRestore(): Promise<void> {
  const { text } = await bench.control('snapshot', {});
  await bench.control('reset', {});
  expect((await bench.control('restore', text)).status).toBe(200);
}

it('[mock.snapshot.attempts] counts on after refused and lost submissions, for tokens with @n and rules with attempt', async () => {
  for (const name of ['one', 'two'])
    await bench.submit(name, { prompt: `${name} [[mock:refuse=429]]` });
  await bench.submit('three', { prompt: 'three [[mock:lost-request]]' });
  await takeAndRestore();
  const rule = { name: 'second', when: { key: 'two', attempt: 2 }, then: { fault: 'refuse=503' } };
  expect((await bench.control('rules', rule)).status).toBeLessThan(300);
  const statuses = async (name: string, prompt: string) =>
    (await bench.submit(name, { prompt })).status;
  expect(await statuses('one', 'one [[mock:refuse=401@2]]')).toBe(401);
  expect(await statuses('two', 'two')).toBe(503);
  expect(await statuses('three', 'three [[mock:refuse=403@2]]')).toBe(403);
  expect(await statuses('one', 'one [[mock:refuse=401@2]]')).toBe(202);
  await takeAndRestore();
  expect(await statuses('one', 'one [[mock:refuse=403@4]]')).toBe(403);
  expect((await bench.ledger()).jobs).toMatchObject([{ logical_key: 'id:one', attempt: 3 }]);
});

it('[mock.snapshot.attempts] a name that a lost submission took is reused after a restore, too', async () => {
  await bench.submit('one', { prompt: 'a kite [[mock:lost-request]]' });
  await takeAndRestore();
  await bench.submit('one', { prompt: 'another wish [[mock:queue=1h]]' });
  expect(await bench.found()).toEqual(['key-reused']);
});
