import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openWitness, type Witness } from '../../support/verdict/witness.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'filmgate-restart-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Actions of a correct client with a job that fails and one whose file is gone: it reads both to the end. */
async function readToTheEnd(witness: Witness) {
  await witness.submit('one', { prompt: 'one [[mock:queue=1s,run=1s,fail=policy]]' });
  await witness.submit('two', { prompt: 'two [[mock:queue=1s,run=1s,result-gone]]' });
  await witness.control('clock/advance', { ms: 10_000 });
  for (const nth of [0, 1]) await witness.call(`/v1/generations/${await witness.jobId(nth)}`);
  await witness.call(`/v1/results/${await witness.jobId(1)}`);
  expect(await witness.found()).toEqual([]);
}

it('[mock.verdict.gave-up] is not found after a restart of a job that ended before it: its reads are in no ledger', async () => {
  const ledgerFile = join(folder, 'ledger.ndjson');
  const first = await openWitness({ ledgerFile });
  await readToTheEnd(first);
  await first.close();
  const second = await openWitness({ ledgerFile });
  expect(await second.found()).toEqual([]);
  await second.submit('three', { prompt: 'three [[mock:queue=1s,run=1s,fail=policy]]' });
  await second.control('clock/advance', { ms: 10_000 });
  expect(await second.found()).toEqual(['gave-up']);
  await second.close();
});

it('[mock.verdict.gave-up] is not found after a restore of a job that had ended, and is of one that ends later', async () => {
  const witness = await openWitness();
  await readToTheEnd(witness);
  await witness.submit('three', { prompt: 'three [[mock:queue=1s,run=1s,fail=policy]]' });
  const { text } = await witness.control('snapshot', {});
  expect((await witness.control('restore', text)).status).toBe(200);
  expect(await witness.found()).toEqual([]);
  await witness.control('clock/advance', { ms: 10_000 });
  expect(await witness.found()).toEqual(['gave-up']);
  await witness.close();
});
