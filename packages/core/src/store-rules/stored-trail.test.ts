import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryLife } from '../../test/arbitrary-life.ts';
import { sampleJob } from '../../test/sample-job.ts';
import { moneyMoves, type TrailMoney, type TrailStep, type TrailStory } from '../job/trail-step.ts';
import { costUnits } from '../model/route.ts';
import { packMoney, readTrail, unpackMoney } from './stored-trail.ts';
import { acceptanceStep } from './trail-step.ts';

const accepted = acceptanceStep(
  { owner: 'user:u1', surface: 'tasks', request: { model: 'm' }, price: 8 },
  1,
);

type Line = readonly [at: number, what: string, detail?: TrailStory['detail']];
const lines = (...all: readonly Line[]): readonly TrailStory[] =>
  all.map(([at, what, detail = {}]) => ({ at, what, detail }));

const quota = (move: string) => ({ ledger: 'quota', move, amount: 8 });
const credit = (move: string, accountId: string, amount = 8) => ({
  ledger: 'credit',
  move,
  amount,
  accountId,
});

/** Each step in a line: its kind, its facts, and each movement with the balance after it. */
function reported(stored: Parameters<typeof readTrail>[1]): readonly unknown[] {
  return readTrail(accepted, stored).map(({ at, what, detail, money }) => [
    at,
    what,
    what === 'accepted' ? {} : detail,
    ...money.map(
      ({ ledger, move, accountId = '', unit, after: { reserved, held, settled } }) =>
        `${ledger}${accountId} ${move} ${unit}: ${reserved} ${held} ${settled}`,
    ),
  ]);
}

/** A step as a former release wrote it. */
function linesOf({ at, what, detail, money }: TrailStep): readonly TrailStory[] {
  const { code, ...facts } = detail;
  return [
    ...money.map((one) => {
      const { after: _, ...moved } = one;
      return { at, what: 'money', detail: moved };
    }),
    { at, what, detail: facts },
    ...(code === undefined ? [] : [{ at, what: 'failed', detail: { code } }]),
  ];
}

const opening = [1, 'accepted', {}, 'quota reserve credits: 8 0 0'];

describe('[providers.trail.former] lines of a former release', () => {
  it('are steps: money with the line that says why, the end of a job with what ended it', () => {
    const trail = lines(
      [1, 'money', credit('reserve', 'a')],
      [1, 'account-chosen'],
      [1, 'marked'],
      [3, 'money', credit('refund', 'a')],
      [3, 'account-refused', { reason: 'busy' }],
      [4, 'money', credit('reserve', 'b')],
      [4, 'account-chosen'],
      [5, 'money', quota('hold')],
      [5, 'money', credit('hold', 'b')],
      [5, 'outcome-lost'],
      [6, 'money', quota('settle')],
      [6, 'money', credit('settle', 'b')],
      [6, 'ruled', { by: 'anna' }],
      [6, 'failed', { by: 'operator', code: 'outcome_ruled_charged' }],
    );
    expect(reported(trail)).toEqual([
      opening,
      [1, 'account-chosen', {}, 'credita reserve credits: 8 0 0'],
      [1, 'marked', {}],
      [3, 'account-refused', { reason: 'busy' }, 'credita refund credits: 0 0 0'],
      [4, 'account-chosen', {}, 'creditb reserve credits: 8 0 0'],
      [5, 'outcome-lost', {}, 'quota hold credits: 0 8 0', 'creditb hold credits: 0 8 0'],
      [
        6,
        'ruled',
        { by: 'anna', code: 'outcome_ruled_charged' },
        'quota settle credits: 0 0 8',
        'creditb settle credits: 0 0 8',
      ],
    ]);
  });

  it('about money between a refusal and the resulting end belong to that end', () => {
    const trail = lines(
      [3, 'account-refused', { reason: 'policy' }],
      [3, 'money', quota('refund')],
      [3, 'failed', { code: 'content_rejected' }],
    );
    expect(reported(trail)).toEqual([
      opening,
      [
        3,
        'account-refused',
        { reason: 'policy', code: 'content_rejected' },
        'quota refund credits: 0 0 0',
      ],
    ]);
  });

  it('in another unit, corrected, without a reason or of no known shape are read as well', () => {
    const trail = lines(
      [2, 'money', { ...credit('reserve', 'a', 500), unit: 'usd' }],
      [3, 'money', { ...credit('settle', 'a', 500), unit: 'usd' }],
      [4, 'money', { ...credit('correct', 'a', -70), unit: 'usd' }],
      [4, 'upstream-finished'],
      [5, 'money', { ledger: 'another' }],
      [9, 'failed', { code: 'result_invalid' }],
    );
    expect(reported(trail)).toEqual([
      opening,
      [2, 'money', {}, 'credita reserve usd: 500 0 0'],
      [3, 'money', {}, 'credita settle usd: 0 0 500'],
      [4, 'upstream-finished', {}, 'credita correct usd: 0 0 430'],
      [5, 'money', { ledger: 'another' }],
      [9, 'failed', { code: 'result_invalid' }],
    ]);
  });

  it('law: of any life, broken off anywhere, say what its steps say', () => {
    fc.assert(
      fc.property(arbitraryLife, fc.nat(60), (acts, upgradedAfter) => {
        const steps = acts.flatMap(({ step }) => step ?? []);
        const first = acceptanceStep(acts[0]?.from ?? sampleJob('queued'), 0);
        const stored = steps.flatMap((step, index) =>
          index < upgradedAfter ? linesOf(step) : [step],
        );
        expect(readTrail(first, stored)).toEqual([first, ...steps]);
      }),
      { numRuns: 500 },
    );
  });

  it('may be followed by steps, which stay word for word as they are', () => {
    const money: readonly TrailMoney[] = [
      {
        ledger: 'quota',
        move: 'settle',
        amount: 8,
        unit: 'credits',
        after: { reserved: 0, held: 0, settled: 8 },
      },
    ];
    const step = { at: 3, what: 'completed', detail: { size: 1 }, money };
    const trail = [...lines([3, 'money', credit('settle', 'a')], [3, 'receipt']), step];
    expect(readTrail(accepted, trail).at(-1)).toBe(step);
    expect(readTrail(accepted, trail)).toHaveLength(3);
  });
});

const balance = fc.nat();
const movement = fc.record({
  move: fc.constantFrom(...moneyMoves),
  amount: fc.integer(),
  after: fc.record({ reserved: balance, held: balance, settled: balance }),
});
const anyMoney: fc.Arbitrary<readonly TrailMoney[]> = fc.array(
  fc.oneof(
    movement.map((one) => ({ ...one, ledger: 'quota', unit: 'credits' }) as const),
    fc
      .tuple(movement, fc.string(), fc.constantFrom(...costUnits))
      .map(([one, accountId, unit]) => ({ ...one, ledger: 'credit', accountId, unit }) as const),
  ),
  { maxLength: 4 },
);

it('[providers.trail.steps] money that was packed is unpacked word for word', () => {
  fc.assert(
    fc.property(anyMoney, (money) => {
      const packed: unknown = JSON.parse(JSON.stringify(packMoney(money)));
      expect(unpackMoney(packed)).toEqual(money);
    }),
  );
  expect(() => unpackMoney([['quota', 'steal', 8, 0, 0, 0]])).toThrow(/steal|Invalid/u);
});
