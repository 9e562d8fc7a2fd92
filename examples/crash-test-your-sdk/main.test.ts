/** @module-tag long */
import { expect, it } from 'vitest';
import { runExample } from '../run-example.ts';

/** Number of payments for one video: response lost, 500 after acceptance, half a response. */
const paid: readonly (readonly [client: string, jobs: readonly [number, number, number]])[] = [
  ['openai', [3, 3, 1]],
  ['@runwayml/sdk', [3, 3, 1]],
  ['@fal-ai/client', [4, 1, 1]],
  ['replicate', [6, 1, 1]],
  ['@google/genai', [1, 1, 1]],
  ['ai + @ai-sdk/fal', [3, 3, 1]],
];

it('[mock.crash-test] one create call of an official client is paid up to six times, and no caller gets an id', async () => {
  const said = await runExample(import.meta.dirname);
  const rows = said.split('\n').slice(3, -1);
  const cells = rows.map((row) => row.trim().split(/ {2,}/));
  expect(cells.map(([client, ...outcomes]) => [client, outcomes.map(readOutcome)])).toEqual(
    paid.map(([client, jobs]) => [
      client,
      jobs.map((count) => ({ jobs: count, credits: 8 * count, isError: true })),
    ]),
  );
});

function readOutcome(cell: string) {
  const [, jobs, credits, saw = ''] = /^(\d) paid, (\d+) credits, (\w+)$/.exec(cell) ?? [];
  return { jobs: Number(jobs), credits: Number(credits), isError: saw.endsWith('Error') };
}
