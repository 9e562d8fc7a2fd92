import { afterAll, beforeAll, describe, it } from 'vitest';
import { prices } from './chain-settings.ts';
import type { FailPoint } from './fail-point.ts';
import { GatewayChain, type Level } from './gateway-chain.ts';
import { takeTurns } from './take-turns.ts';

interface Point {
  readonly name: string;
  readonly failPoint: FailPoint;
}

function at(when: FailPoint['when'], step: FailPoint['step']): Point {
  return { name: `${when}-${step}`, failPoint: { step, when, how: 'kill' } };
}

/** Before a step is after the one that precedes it; after, where the caller is not notified. */
const accepted: readonly Point[] = [
  at('after', 'accept'),
  at('before', 'record'),
  at('after', 'send'),
  at('before', 'poll'),
  at('before', 'outcome'),
  at('before', 'fetch'),
  at('before', 'file'),
  at('before', 'done'),
  at('after', 'done'),
  at('after', 'serve'),
];
/** Nothing arrived at the next gateway, and only time proves that. */
const unheard = { byMiddle: at('before', 'accept'), byBottom: at('before', 'send') } as const;
/** The kill in `npm test`: the next gateway has the job, and its caller is not notified. */
const isSampled = ({ name }: Point) => name === 'after-send';
const all = [...accepted, ...Object.values(unheard)];

/** Number of concurrent histories: they mostly wait. */
const together = 4;
/** Maximum time of a history, from its turn on, in ms. */
const historyMs = 180_000;
const timeout = (all.length / together) * historyMs;

const promptOf = ({ name }: Point) => `chained ${name} [[mock:queue=0s,run=0s]]`;
const nothing = { used: 0, reserved: 0, held: 0 } as const;
const unpaid = { paid: 0, reserved: 0, held: 0 } as const;

function paidOnce(price: number, toNext?: number): Level {
  const account = toNext === undefined ? {} : { account: { ...unpaid, paid: toNext } };
  return { states: ['completed'], user: { ...nothing, used: price }, ...account };
}

describe('three gateways in a row, the middle one killed by SIGKILL', () => {
  const inTurn = takeTurns(together, historyMs);
  let chain: GatewayChain;

  beforeAll(async () => {
    chain = await GatewayChain.open(all.map(({ name }) => name));
  }, 60_000);
  afterAll(() => chain.close());

  const halves = [
    { tags: 'sampled', points: accepted.filter(isSampled) },
    { tags: 'long', points: accepted.filter((point) => !isSampled(point)) },
  ] as const;

  describe.each(halves)('($tags)', ({ tags, points }) => {
    it.concurrent.for(points)(
      '[providers.chain.one-video][invariants.i1-one-submission][invariants.i2-accepted-survives][invariants.i4-ledger-balanced] $name make one video, and each is paid for it once',
      { timeout, tags },
      (point, { expect }) =>
        inTurn(async () => {
          const link = await chain.link(point.name);
          await link.startMiddle(point.failPoint);
          const id = await link.order(promptOf(point));
          expect(await link.middleEnded()).toBe('SIGKILL');
          await link.startMiddle();
          expect(await link.ended(id)).toMatchObject({ status: 'completed', error: null });
          expect(await link.levels()).toEqual({
            front: paidOnce(prices.front, prices.middle),
            middle: paidOnce(prices.middle, prices.bottom),
            bottom: paidOnce(prices.bottom),
          });
          expect(await chain.mock.ledger(`chained ${point.name} `)).toMatchObject({
            accepted: 1,
            completed: 1,
          });
          const [front, bottom] = await link.digests();
          expect(front).toBe(bottom);
          await link.stopMiddle('SIGTERM');
        }),
    );
  });

  it.concurrent(
    '[providers.chain.nothing-made][invariants.i6-unknown-not-resubmitted] before it sends make none, and none pays, once time has proven it',
    { timeout, tags: 'long' },
    ({ expect }) =>
      inTurn(async () => {
        const point = unheard.byBottom;
        const link = await chain.link(point.name);
        await link.startMiddle(point.failPoint);
        const id = await link.order(promptOf(point));
        expect(await link.middleEnded()).toBe('SIGKILL');
        await link.startMiddle();
        link.passTimeAtMiddle();
        expect(await link.ended(id)).toMatchObject({ status: 'failed' });
        expect(await link.levels()).toEqual({
          front: { states: ['failed'], user: nothing, account: unpaid },
          middle: { states: ['failed'], user: nothing, account: unpaid },
          bottom: { states: [], user: nothing },
        });
        await link.stopMiddle('SIGTERM');
      }),
  );

  it('[providers.chain.nothing-made][invariants.i6-unknown-not-resubmitted] before it stores what it was asked for make none, and none pays, once time has proven it', {
    timeout: historyMs,
    tags: 'long',
  }, async ({ expect }) => {
    const point = unheard.byMiddle;
    const link = await chain.link(point.name);
    await link.startMiddle(point.failPoint);
    const id = await link.order(promptOf(point));
    expect(await link.middleEnded()).toBe('SIGKILL');
    await link.startMiddle();
    chain.passTimeAtFront();
    expect(await link.ended(id)).toMatchObject({
      status: 'failed',
      error: { code: 'submission_not_found' },
    });
    expect(await link.levels()).toEqual({
      front: { states: ['failed'], user: nothing, account: unpaid },
      middle: { states: [], user: nothing, account: unpaid },
      bottom: { states: [], user: nothing },
    });
    const { accepted: videos } = await chain.mock.ledger('chained ');
    expect(videos).toBe(accepted.length);
  });
});
