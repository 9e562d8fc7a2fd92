import { afterEach, describe, expect, it } from 'vitest';
import { createMockClient } from '../../src/client/create-mock-client.ts';
import { createHttpTransport } from '@filmgate/upstream-http';
import { responseFaults } from '../support/wire/response-faults.ts';
import { type Behaviour, startFaultServer } from '../support/wire/fault-server.ts';
import { framingFaults } from '../support/wire/framing-faults.ts';
import { JobWorld } from '../support/wire/job-world.ts';
import { lineFaults } from '../support/wire/line-faults.ts';
import { goodResponses } from '../support/wire/phases.ts';
import { answering, headOf } from '../support/wire/wire-fault.ts';

/** Enough for some searches, or some reads, of a job. */
const whileMs = 60_000;

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** A job whose provider behaves so at its submission and ever after. */
async function worldWith(behaviour: Behaviour) {
  const server = await startFaultServer({ behaviour, good: goodResponses.submit });
  closers.push(() => server.close());
  const transport = createHttpTransport(`http://127.0.0.1:${server.port}`);
  closers.push(() => transport.close());
  const world = await JobWorld.open((now) => createMockClient({ transport, speed: 1, now }));
  const submissions = () => server.requests.filter(({ method }) => method === 'POST').length;
  return { world, server, submissions };
}

const atSubmission = [lineFaults, framingFaults, responseFaults].flatMap((faults) => {
  const outcomes = new Set<string>();
  return faults.map((fault) => {
    const outcome = fault.expected.submit;
    // A job's course depends on the outcome: the first fault of a kind with each outcome stands for the others.
    const tags = outcomes.has(outcome) ? 'long' : 'sampled';
    outcomes.add(outcome);
    return { ...fault, outcome, tags };
  });
});

describe.each(['sampled', 'long'])(
  'a job whose provider misbehaves at its submission (%s)',
  (tags) => {
    const faults = atSubmission.filter((fault) => fault.tags === tags);

    it.each(faults.filter(({ outcome }) => !outcome.startsWith('rejected')))(
      '[invariants.i1-one-submission][invariants.i5-refund-with-proof][invariants.i6-unknown-not-resubmitted][wire.jobs] $name: $outcome, sent once, its money kept',
      { tags },
      async ({ behaviour, outcome }) => {
        const { world, server, submissions } = await worldWith(behaviour);
        await world.step(server.stuck);
        const { state, price } = await world.job();
        // A reset that came before the connection stood proves that nothing was sent.
        if (outcome.includes('rejected') && state === 'queued') return;
        expect(state).toBe(outcome === 'accepted' ? 'submitted' : 'outcome_unknown');
        await world.live(whileMs, server.stuck);
        expect(submissions()).toBe(1);
        const [reserved, held] = outcome === 'accepted' ? [price, 0] : [0, price];
        expect(await world.usage()).toMatchObject({ used: 0, reserved, held });
      },
    );

    it.each(faults.filter(({ outcome }) => outcome.startsWith('rejected')))(
      '[invariants.i5-refund-with-proof][wire.jobs] $name: nothing was accepted, so it waits or ends with its money back',
      { tags },
      async ({ behaviour }) => {
        const { world, submissions } = await worldWith(behaviour);
        await world.step();
        const { state, price } = await world.job();
        expect(['queued', 'awaiting_configuration', 'failed']).toContain(state);
        const { reserved, held, used } = await world.usage();
        expect([reserved, held, used]).toEqual([state === 'failed' ? 0 : price, 0, 0]);
        expect(submissions()).toBe(1);
      },
    );
  },
);

describe('a job whose submission is answered by a server error', () => {
  const searched = {
    accepted: JSON.parse(goodResponses.search.body.toString()),
    refused: { data: [] },
  };

  it.each(
    [500, 502, 503, 504].flatMap((status) =>
      (['accepted', 'refused'] as const).map((truth) => ({ status, truth })),
    ),
  )(
    '[invariants.i1-one-submission][invariants.i5-refund-with-proof][wire.jobs] $status although it was $truth',
    async ({ status, truth }) => {
      let correlationId = '';
      const { world, submissions } = await worldWith(
        answering(({ socket, request }) => {
          if (request?.method === 'POST') {
            correlationId =
              /"correlation_id":"(?<id>[^"]+)"/.exec(request.body)?.groups?.['id'] ?? '';
            socket.write(`${headOf(status, ['content-length: 2'])}{}`);
            return;
          }
          const isSearch = request?.path.includes('correlation_id=') === true;
          const text = isSearch
            ? JSON.stringify(searched[truth]).replace('job-1.1', correlationId)
            : goodResponses.poll.body.toString();
          socket.write(`${headOf(200, [`content-length: ${text.length}`])}${text}`);
        }),
      );
      await world.step();
      expect((await world.job()).state).toBe('outcome_unknown');
      await world.live(whileMs);
      const { state, price } = await world.job();
      expect(state).toBe(truth === 'accepted' ? 'polling' : 'outcome_unknown');
      expect(await world.usage()).toMatchObject({ used: 0, reserved: 0, held: price });
      expect(submissions()).toBe(1);
    },
  );
});
