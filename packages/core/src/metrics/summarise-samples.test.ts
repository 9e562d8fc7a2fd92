import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { operationSampleSchema } from './operation-sample-schema.ts';
import type { OperationSample, OperationSummary } from './operation-sample.ts';
import { joinSummaries, meanOf, summariseSamples } from './summarise-samples.ts';

const minuteMs = 60_000;

const reading = fc.integer({ min: 0, max: 2 ** 40 });
const perhaps = fc.option(reading);
const slots = fc.record({ busy: reading, total: reading });
const name = fc.constantFrom('a', 'b', 'constructor');
const histogram = fc.dictionary(fc.constantFrom('0', '7', '90'), fc.integer({ min: 1, max: 9 }));

const samples: fc.Arbitrary<readonly OperationSample[]> = fc.array(
  fc.record({
    node: fc.constantFrom('one', 'other'),
    at: fc.integer({ min: 0, max: 60 }).map((minute) => minute * minuteMs),
    gateway: fc.record({
      waiting: perhaps,
      open: perhaps,
      unknownOutcomes: perhaps,
      busySlots: perhaps,
      totalSlots: perhaps,
      usedBytes: perhaps,
      freeBytes: perhaps,
    }),
    families: fc.dictionary(name, fc.record({ busy: reading, total: reading, waiting: reading })),
    accounts: fc.dictionary(name, slots),
    counts: fc.record({
      accepted: reading,
      completed: reading,
      failed: reading,
      creditsSpent: fc.integer({ min: -(2 ** 40), max: 2 ** 40 }),
      calls: reading,
      failedCalls: reading,
    }),
    toResult: histogram,
    toStart: histogram,
  }),
  { maxLength: 12 },
);

const steps = fc.constantFrom(1, 5, 7, 60).map((minutes) => minutes * minuteMs);

test.prop([samples, steps, fc.infiniteStream(fc.nat())])(
  '[samples.merged] come to the same in whatever order and in whatever pieces they are joined',
  (all, stepMs, order) => {
    const shuffled = all
      .map((sample) => ({ sample, rank: order.next().value }))
      .toSorted((one, other) => one.rank - other.rank)
      .map(({ sample }) => sample);
    const whole = summariseSamples(all, stepMs);
    expect(summariseSamples(shuffled, stepMs)).toEqual(whole);
    const pieces = shuffled.map((sample) => summariseSamples([sample], stepMs)).flat();
    const joined = Map.groupBy(pieces, ({ at }) => at);
    expect(
      [...joined.values()]
        .map((some) => some.reduce(joinSummaries))
        .toSorted((one, other) => one.at - other.at),
    ).toEqual(whole);
  },
);

test.prop([samples, steps])('[samples.merged] lose nothing and make nothing up', (all, stepMs) => {
  const summaries = summariseSamples(all, stepMs);
  const total = (of: (summary: OperationSummary) => number): number =>
    summaries.reduce((sum, summary) => sum + of(summary), 0);
  expect(total((summary) => summary.samples)).toBe(all.length);
  expect(total(({ counts }) => counts.creditsSpent)).toBe(
    all.reduce((sum, { counts }) => sum + counts.creditsSpent, 0),
  );
  expect(total(({ gateway }) => gateway.waiting.count)).toBe(
    all.filter(({ gateway }) => gateway.waiting !== null).length,
  );
  for (const { at, gateway } of summaries) {
    expect(at % stepMs).toBe(0);
    const mean = meanOf(gateway.open);
    expect(mean === null || mean <= gateway.open.max).toBe(true);
  }
});

test.prop([samples])('survive JSON', (all) => {
  for (const sample of all) {
    expect(operationSampleSchema.parse(JSON.parse(JSON.stringify(sample)))).toEqual(sample);
  }
});

describe('a mean', () => {
  it('is of the readings there were', () => {
    expect(meanOf({ count: 4, sum: 10, max: 7 })).toBe(2.5);
    expect(meanOf({ count: 0, sum: 0, max: 0 })).toBeNull();
  });
});
