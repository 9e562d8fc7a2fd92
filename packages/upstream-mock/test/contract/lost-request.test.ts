import * as fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createMockUpstream } from '../../src/client/create-mock-upstream.ts';
import { search, submit } from '../support/calls.ts';
import { type OpenMock, waysToOpen } from '../support/open-mock.ts';
import { beginning } from '../support/open-world.ts';

const minuteMs = 60_000;

/** A mock in process on a clock that a test moves. */
function mockAt(speed: number): OpenMock {
  let now = beginning;
  const mock = createMockUpstream({ now: () => now, speed, seed: 'seed' });
  return {
    client: mock.client,
    clientAt: null,
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
    ledger: async (contains) => mock.ledger(contains),
    describeAccount: async (key, settings) => mock.describeAccount(key, settings),
    close: () => mock.close(),
  };
}

/** Response of a search this time after the submission. */
async function searchedAfter(mock: OpenMock, ms: number) {
  const sentAt = mock.now();
  mock.advance(ms);
  return search(mock, { sentAt });
}

describe.each(waysToOpen)('a submission that is lost on its way, $way', ({ open }) => {
  const opened = async () => {
    const mock = await open();
    onTestFinished(() => mock.close());
    return mock;
  };

  it('[mock.lost-request] looks like one whose response was lost, and nothing was accepted', async () => {
    const mock = await opened();
    await mock.describeAccount('key-1', { credits: 1, concurrency: 1 });
    const outcomes = await Promise.all(
      ['lost-request', 'lost-response'].map((token, index) =>
        submit(mock, { prompt: `[[mock:${token}]]` }, { correlationId: `job-${index}.1` }),
      ),
    );
    expect(outcomes[0]).toMatchObject({ kind: 'unknown' });
    expect(outcomes[0]).toEqual(outcomes[1]);
    // The only credit and the only slot were left for the other one.
    const ledger = await mock.ledger();
    expect(ledger).toMatchObject({ accepted: 1, charged_credits: 1 });
    expect(ledger.jobs[0]).toMatchObject({ correlation_id: 'job-1.1', answered: false });
  });

  it('[mock.lost-request] is proven absent in the end, where its twin is found or cannot be asked for', async () => {
    const mock = await opened();
    const sentAt = mock.now();
    for (const [name, tokens] of [
      ['lost', 'lost-request,findable'],
      ['unasked', 'lost-response'],
      ['kept', 'lost-response,findable'],
    ] as const) {
      await submit(mock, { prompt: `[[mock:${tokens}]]` }, { correlationId: name });
    }
    const searched = async () =>
      Promise.all(
        ['lost', 'unasked', 'kept', 'never'].map(
          async (correlationId) => (await search(mock, { correlationId, sentAt }))?.kind,
        ),
      );
    expect(await searched()).toEqual(['transient', 'cannot-ask', 'transient', 'transient']);
    mock.advance(minuteMs);
    expect(await searched()).toEqual(['transient', 'cannot-ask', 'found', 'transient']);
    mock.advance(60 * minuteMs);
    expect(await searched()).toEqual(['absent', 'cannot-ask', 'found', 'absent']);
  });
});

const speeds = fc.oneof(
  fc.constantFrom(0.01, 0.5, 1, 20, 1_000),
  fc.double({ min: 0.01, max: 100_000, noNaN: true }),
);

it('[mock.findable] what was accepted is never called absent, at any speed, with any lag, at any time', async () => {
  await fc.assert(
    fc.asyncProperty(
      speeds,
      fc.option(fc.integer({ min: 0, max: 600 })),
      fc.oneof(fc.integer({ min: 0, max: 300_100 }), fc.integer({ min: 0, max: 1e9 })),
      async (speed, lagSeconds, ms) => {
        const mock = mockAt(speed);
        const lag = lagSeconds === null ? '' : `,list-lag=${lagSeconds}s`;
        await submit(mock, { prompt: `[[mock:lost-response,findable${lag}]]` });
        const shownAfterMs = Math.ceil(((lagSeconds ?? 5) * 1_000) / speed);
        const outcome = await searchedAfter(mock, ms);
        expect(outcome?.kind).toBe(ms >= shownAfterMs ? 'found' : 'transient');
      },
    ),
    { numRuns: 300 },
  );
});

it('[mock.lost-request] absence is proven five minutes after the send at the soonest, and a quarter of an hour at the speed of 1', async () => {
  await fc.assert(
    fc.asyncProperty(speeds, fc.integer({ min: -1_000, max: 1_000 }), async (speed, offset) => {
      const mock = mockAt(speed);
      await submit(mock, { prompt: '[[mock:lost-request]]' });
      const settled = Math.max(5 * minuteMs, Math.ceil((15 * minuteMs) / speed));
      const outcome = await searchedAfter(mock, settled + offset);
      expect(outcome?.kind).toBe(offset > 0 ? 'absent' : 'transient');
    }),
    { numRuns: 200 },
  );
});

it('[mock.findable] a lag beyond what a search promises is refused', async () => {
  const mock = mockAt(1);
  const refused = await submit(mock, { prompt: '[[mock:findable,list-lag=601s]]' });
  expect(refused).toMatchObject({ kind: 'rejected', error: { kind: 'invalid' } });
  expect(JSON.stringify(refused)).toContain('list-lag');
  expect((await mock.ledger()).accepted).toBe(0);
});
