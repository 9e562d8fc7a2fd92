import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openVerdictBench, type VerdictBench } from '../../support/verdict/verdict-bench.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'filmgate-restart-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Actions of a correct client with a job that fails and one whose file is gone: it reads both to the end. */
async function readToTheEnd(bench: VerdictBench) {
  await bench.submit('one', { prompt: 'one [[mock:queue=1s,run=1s,fail=policy]]' });
  await bench.submit('two', { prompt: 'two [[mock:queue=1s,run=1s,result-gone]]' });
  await bench.control('clock', { advance: 10_000 });
  for (const nth of [0, 1]) await bench.call(`/v1/generations/${await bench.jobId(nth)}`);
  await bench.call(`/v1/results/${await bench.jobId(1)}`);
  expect(await bench.found()).toEqual(['lost-film']);
  expect((await bench.verdict()).findings).toMatchObject([{ by: 'provider' }]);
}

it('[mock.verdict.gave-up] is not found after a restart of a job that ended before it: its reads are in no ledger', async () => {
  const ledgerFile = join(folder, 'ledger.ndjson');
  const first = await openVerdictBench({ ledgerFile });
  await readToTheEnd(first);
  await first.close();
  const second = await openVerdictBench({ ledgerFile });
  expect(await second.found()).toEqual(['lost-film']);
  await second.submit('three', { prompt: 'three [[mock:queue=1s,run=1s,fail=policy]]' });
  await second.control('clock', { advance: 10_000 });
  expect(await second.found()).toEqual(['lost-film', 'gave-up']);
  await second.close();
});
