import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addFetch, addRead, type PollTally, slackMs } from './poll-tally.ts';

const leastPause = 200;

interface Step {
  readonly pause: number;
  readonly isOpen: boolean;
  readonly waitMs: number | null;
}

function step(pause: fc.Arbitrary<number>, isOpen: fc.Arbitrary<boolean> = fc.boolean()) {
  return fc.record({ pause, isOpen, waitMs: fc.option(fc.constantFrom(50, 1_000), { nil: null }) });
}

/** Reads at these intervals, by the clock of the mock or by the real one. */
function follow(steps: readonly Step[], clock: 'at' | 'realAt'): PollTally | null {
  let tally: PollTally | null = null;
  let now = 1_000;
  for (const [index, { pause, isOpen, waitMs }] of steps.entries()) {
    now += pause;
    const read = { entry: index + 1, at: 0, realAt: 0, isOpen, reportsEnd: !isOpen, waitMs };
    tally = addRead(tally, { ...read, [clock]: now }, leastPause);
  }
  return tally;
}

const clock = fc.constantFrom('at' as const, 'realAt' as const);

it('[mock.verdict.polled-too-fast] counts no read that waited, by whichever clock', () => {
  fc.assert(
    fc.property(fc.array(step(fc.integer({ min: leastPause, max: 5_000 }))), clock, (steps, by) => {
      expect(follow(steps, by)?.mostHurried ?? 0).toBe(0);
    }),
  );
});

it('[mock.verdict.polled-too-fast] counts the longest row of hasty reads of an open job', () => {
  const hasty = fc.integer({ min: 0, max: leastPause - 1 });
  const steps = fc.array(step(hasty, fc.constant(true)), { minLength: 1 });
  fc.assert(
    fc.property(steps, steps, clock, (first, second, by) => {
      const [head, ...rest] = second;
      const calm = head === undefined ? [] : [{ ...head, pause: leastPause }];
      const tally = follow([...first, ...calm, ...rest], by);
      expect(tally?.mostHurried).toBe(Math.max(first.length, second.length) - 1);
    }),
  );
});

it('[mock.verdict.ignored-retry-after] counts the reads before the wait of the one before was over', () => {
  fc.assert(
    fc.property(fc.array(step(fc.integer({ min: 0, max: 2_000 }))), clock, (steps, by) => {
      const expected = steps.filter(({ pause }, index) => {
        const wait = steps[index - 1]?.waitMs ?? null;
        return index > 0 && wait !== null && pause < wait - slackMs;
      });
      expect(follow(steps, by)?.impatient ?? 0).toBe(expected.length);
    }),
  );
});

it('[mock.verdict.polled-after-end] counts reads in a row after the end was told, and not those before the file is fetched', () => {
  const reported = { entry: 1, at: 0, realAt: 0, isOpen: false, reportsEnd: true, waitMs: null };
  fc.assert(
    fc.property(fc.array(fc.boolean()), (fetches) => {
      let tally = addRead(null, reported, leastPause);
      let row = 0;
      let most = 0;
      for (const isFetch of fetches) {
        row = isFetch ? 0 : row + 1;
        most = Math.max(most, row);
        tally = isFetch ? addFetch(tally) : addRead(tally, reported, leastPause);
      }
      expect([tally.afterEnd, tally.mostAfterEnd]).toEqual([row, most]);
    }),
  );
});
