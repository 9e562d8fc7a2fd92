import { expect, it } from 'vitest';
import { accept, openWorld } from '../../test/support/open-world.ts';
import { sampleSubmission } from '../../test/support/sample-submission.ts';
import { textReply } from '../http/provider-request.ts';

const request = {
  method: 'GET',
  path: '/v1/results/one',
  query: [],
  wire: 'mock',
  client: { userAgent: null, idempotencyKey: null, retryCount: null },
  hasKeyInUrl: false,
  hasCredential: true,
  isLocal: true,
};

it.each(['status', 'result'] as const)(
  '[mock.ledger-uses] a %s read of a job that a reset forgets is none of the job that has its id then',
  async (op) => {
    const world = openWorld();
    const { exchanges } = world.requestHistory;
    const { id } = accept(world, 'one', sampleSubmission());
    const drawn = Promise.withResolvers<void>();
    const serving = exchanges.serve(request, async () => {
      exchanges.asks(op, id);
      exchanges.reachesEnd();
      await drawn.promise;
      return textReply(200, 'video/mp4', 'a file');
    });
    world.control.reset();
    expect(accept(world, 'one', sampleSubmission()).id).toBe(id);
    drawn.resolve();
    (await serving).ended('sent');
    expect(world.requestHistory.ofJob(id)).toMatchObject({ reads: 0, downloads: 0 });
  },
);

it('[mock.ledger-uses] a file that still leaves while its job is forgotten counts for none', async () => {
  const world = openWorld();
  const { exchanges } = world.requestHistory;
  const { id } = accept(world, 'one', sampleSubmission());
  const served = await exchanges.serve(request, async () => {
    exchanges.asks('result', id);
    exchanges.reachesEnd();
    return textReply(200, 'video/mp4', 'a file');
  });
  world.control.reset();
  accept(world, 'one', sampleSubmission());
  served.ended('sent');
  expect(world.requestHistory.ofJob(id)).toMatchObject({ downloads: 0 });
});
