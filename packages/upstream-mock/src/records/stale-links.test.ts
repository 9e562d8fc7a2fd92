import { expect, it } from 'vitest';
import { accept, openWorld } from '../../test/support/open-world.ts';
import { sampleSubmission } from '../../test/support/sample-submission.ts';
import { checkClients } from '../verdict/check-clients.ts';
import { textReply } from '../http/provider-request.ts';
import { ResultLinks } from '../results/result-links.ts';
import type { ExchangeEnd } from './exchange.ts';

const request = {
  method: 'GET',
  path: '/files/one.mp4',
  query: [],
  wire: 'mock',
  client: { userAgent: null, idempotencyKey: null, retryCount: null },
  hasKeyInUrl: false,
  hasCredential: false,
  isLocal: true,
};

/** An expired link. `read` returns a function that ends the response to the read. */
function openEndedLink() {
  const world = openWorld();
  const { requestHistory } = world;
  const prompt = 'a kite [[mock:queue=0s,run=0s,url-expires=1s,fail=policy]]';
  const job = accept(world, 'key-1', sampleSubmission({ prompt }));
  const links = new ResultLinks(world, { wire: 'mock', keptMs: 3_600_000 });
  const url = new URL(links.to(job, 'http://mock.test'));
  // The caller knows how the job ended, and only its reads of the link are in question.
  requestHistory.note(job.id, { means: 'accepted' });
  requestHistory.sawEnd(job.id);
  world.control.advanceClock(1_000);
  const read = async () => {
    const served = await requestHistory.exchanges.serve(request, async () => {
      expect(links.read(url)).toEqual({ kind: 'expired' });
      return textReply(403, 'text/plain', 'the link has ended');
    });
    return (end: ExchangeEnd) => served.ended(end);
  };
  return { world, read, findings: () => findingsOf(world) };
}

/** Findings, with the ids of their requests as evidence. */
function findingsOf(world: ReturnType<typeof openWorld>) {
  const { verdict } = checkClients({ name: 'one', world }, { limit: 10 });
  return verdict.findings.map(({ evidence, ...found }) => ({
    ...found,
    evidence: evidence.map((one) => one.request),
  }));
}

it('[mock.verdict.used-expired-url] accuses no reads side by side, and one that came after the end was told', async () => {
  const { read, findings } = openEndedLink();
  const sideBySide = [await read(), await read(), await read()];
  for (const ended of sideBySide) ended('sent');
  expect(findings()).toEqual([]);
  (await read())('sent');
  expect(findings()).toMatchObject([
    {
      code: 'used-expired-url',
      evidence: [1, 4],
      why: expect.stringContaining('used again once'),
    },
  ]);
  (await read())('sent');
  expect(findings()).toMatchObject([
    { evidence: [1, 4, 5], why: expect.stringContaining('used again twice') },
  ]);
});

it.each(['cut', 'reset', 'left'] as const)(
  '[mock.verdict.used-expired-url] an answer that was %s told nobody, and a later one did',
  async (end) => {
    const { read, findings } = openEndedLink();
    (await read())(end);
    const open = await read();
    (await read())('sent');
    expect(findings()).toEqual([]);
    (await read())('sent');
    expect(findings()).toMatchObject([{ code: 'used-expired-url', evidence: [3, 4] }]);
    open(end);
  },
);

it('[mock.verdict.used-expired-url] a reset forgets who was told', async () => {
  const { world, read } = openEndedLink();
  (await read())('sent');
  world.control.reset();
  expect([...world.requestHistory.staleLinks.all()]).toEqual([]);
});
