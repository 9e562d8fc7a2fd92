import { deepEqual, equal, ok } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { createMockApi } from './mock-client.ts';

/**
 * Sends submissions to `npx filmgate-mock serve`, faults included, and checks the mock's ledger: nothing was accepted
 * twice, nothing accepted was lost.
 */

const [, , url] = process.argv;
if (url === undefined) throw new Error('usage: node main.ts URL-OF-FILMGATE-MOCK');

interface Planned {
  readonly prompt: string;
  /** Expected knowledge of the client right after sending. */
  readonly expected: 'accepted' | 'refused' | 'unknown';
}

const plan: readonly Planned[] = [
  { prompt: 'A paper boat', expected: 'accepted' },
  { prompt: 'A kite [[mock:lost-response,findable]]', expected: 'unknown' },
  { prompt: 'A lantern [[mock:response=500,findable]]', expected: 'unknown' },
  { prompt: 'A mirror [[mock:response=garbled,findable]]', expected: 'unknown' },
  { prompt: 'A bell [[mock:refuse=429]]', expected: 'refused' },
  { prompt: 'A gate [[mock:refuse=503]]', expected: 'refused' },
];

/** Long enough for every video, and for a lost submission to turn up in a search. */
const whileMs = 60_000;

const mock = createMockApi(url);
const run = randomUUID();
const idsOfVideos: string[] = [];
const unknown: string[] = [];

for (const [index, { prompt, expected }] of plan.entries()) {
  const correlationId = `${run}.${index}`;
  const outcome = await mock.submit(correlationId, `${prompt} ${run}`);
  equal(outcome.kind, expected, prompt);
  if (outcome.kind === 'accepted') idsOfVideos.push(outcome.id);
  if (outcome.kind === 'unknown') unknown.push(correlationId);
}

await mock.advanceClock(whileMs);
for (const correlationId of unknown) {
  const id = await mock.find(correlationId);
  ok(id !== undefined, `${correlationId} is lost`);
  idsOfVideos.push(id);
}

const ledger = await mock.ledger(run);
const accepted = ledger.jobs.map((job) => job.correlation_id);
deepEqual(accepted, [...new Set(accepted)], 'something was accepted twice');
equal(ledger.accepted, plan.filter(({ expected }) => expected !== 'refused').length);
equal(ledger.jobs.filter(({ answered }) => !answered).length, unknown.length);

for (const id of idsOfVideos) {
  const video = await mock.download(id);
  equal(Buffer.from(video).toString('latin1', 4, 8), 'ftyp', `${id} is no MP4`);
}
process.stdout.write(
  `${plan.length} sent, ${ledger.accepted} accepted, ${unknown.length} responses lost, ` +
    `${idsOfVideos.length} videos, none twice\n`,
);
