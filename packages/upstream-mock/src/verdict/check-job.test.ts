import { expect, it } from 'vitest';
import { accept, openWorld } from '../../test/support/open-world.ts';
import { sampleSubmission } from '../../test/support/sample-submission.ts';
import { jsonReply } from '../http/provider-request.ts';
import { checkClients } from './check-clients.ts';

it.each([
  { speed: 1, wire: 'mock', pauseMs: 200, text: '200 ms' },
  { speed: 20, wire: 'mock', pauseMs: 10, text: "200 ms (10 ms of this mock's time ×20)" },
  { speed: 1, wire: 'runway', pauseMs: 4_400, text: '4.4 s' },
  { speed: 20, wire: 'runway', pauseMs: 220, text: "4.4 s (220 ms of this mock's time ×20)" },
])('[mock.verdict.polled-too-fast] names the pause that applied: %j', async (given) => {
  const { speed, wire, pauseMs, text } = given;
  const world = openWorld({ speed });
  const { exchanges } = world.requestHistory;
  const prompt = 'a kite [[mock:queue=1h]]';
  const { id } = accept(world, 'key-1', sampleSubmission({ prompt, wire }));
  const read = async (waitedMs: number) => {
    world.control.advanceClock(waitedMs);
    const client = { userAgent: null, idempotencyKey: null, retryCount: null };
    const request = { method: 'GET', path: '/', query: [], wire, client };
    const work = async () => {
      exchanges.asks('status', id);
      return jsonReply(200, {});
    };
    const served = await exchanges.serve(
      { ...request, hasKeyInUrl: false, hasCredential: true, isLocal: true },
      work,
    );
    served.ended('sent');
  };
  const findings = () => checkClients({ name: 'one', world }, { limit: 10 }).verdict.findings;
  for (let time = 0; time < 8; time += 1) await read(pauseMs);
  expect(findings()).toEqual([]);
  for (let time = 0; time < 5; time += 1) await read(pauseMs - 1);
  expect(findings()).toMatchObject([
    {
      code: 'polled-too-fast',
      why: `5 consecutive status reads, each less than ${text} after the previous one`,
    },
  ]);
});
