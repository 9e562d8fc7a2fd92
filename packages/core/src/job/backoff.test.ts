import { describe, expect, it } from 'vitest';
import { sampleJob } from '../../test/sample-job.ts';
import type { Job } from './job.ts';
import { nextAfterFailure, nextFetchAt, nextPollAt, nextReconcileAt } from './backoff.ts';

const now = 10_000_000;
const hourMs = 3_600_000;
/** Pauses that a provider may ask for. */
const longestMs = 5 * 60_000;

/** A job of an age in ms, after a number of failed reads. */
const aged = (ageMs: number, changes: Partial<Job> = {}): Job =>
  sampleJob('polling', { submittedAt: now - ageMs, ...changes });

/** The pauses of a thousand equal jobs. */
function pauses(next: (job: Job) => number, changes: Partial<Job> = {}, ageMs = 0): number[] {
  return Array.from(
    { length: 1_000 },
    (_, version) => next(aged(ageMs, { ...changes, version })) - now,
  );
}

/** Expects pauses around `middleMs`: at most a fifth away from it, over the whole width, evenly. */
function expectSpread(all: readonly number[], middleMs: number): void {
  const [least, most] = [Math.min(...all), Math.max(...all)];
  expect(least).toBeGreaterThanOrEqual(middleMs * 0.8 - 1);
  expect(least).toBeLessThan(middleMs * 0.81);
  expect(most).toBeLessThanOrEqual(middleMs * 1.2 + 1);
  expect(most).toBeGreaterThan(middleMs * 1.19);
  for (const share of [0.9, 1, 1.1]) {
    const below = all.filter((pause) => pause < middleMs * share).length / all.length;
    expect(Math.abs(below - (share - 0.8) / 0.4)).toBeLessThan(0.06);
  }
  expect(all.every(Number.isInteger)).toBe(true);
}

describe('the next check', () => {
  const poll = (job: Job): number => nextPollAt(job, { minimumMs: 100, askedMs: null }, now);

  it.each([
    [40_000, 4_000],
    [100_000, 10_000],
    [150_000, 15_000],
    [hourMs, 15_000],
  ])('at a job of %i ms is a tenth of its age away, at most 15 s', (ageMs, pauseMs) => {
    expectSpread(pauses(poll, {}, ageMs), pauseMs);
  });

  it('comes no sooner than the provider allows, or asks for', () => {
    const young = pauses(poll, { submittedAt: null });
    expect(Math.min(...young)).toBe(100);
    expect(Math.max(...young)).toBe(120);
    expect(Math.min(...young.filter((pause) => pause > 100))).toBeLessThan(105);
    expect(nextPollAt(aged(100_000), { minimumMs: 100, askedMs: 99_000 }, now)).toBe(now + 99_000);
    expect(nextPollAt(aged(0), { minimumMs: 20_000, askedMs: 30_000 }, now)).toBe(now + 30_000);
    expect(nextPollAt(aged(hourMs), { minimumMs: 20_000, askedMs: 1 }, now)).toBe(now + 20_000);
  });

  it('depends on the job and how often it was looked at, and on nothing else', () => {
    const job = aged(100_000);
    expect(poll({ ...job, readFailures: 4, progress: 30 })).toBe(poll(job));
    const ids = Array.from({ length: 200 }, (_, index) => poll({ ...job, id: `vt_${index}` }));
    expect(new Set(ids).size).toBeGreaterThan(100);
    const swapped = ['vt_ab', 'vt_ba'].map((id) => poll({ ...job, id }));
    expect(swapped[0]).not.toBe(swapped[1]);
  });
});

describe('the check after a failure', () => {
  const wait = (askedMs: number | null) => (job: Job) =>
    nextAfterFailure(job, { minimumMs: 1_000, askedMs }, now);

  it.each([
    [0, 2_000],
    [1, 4_000],
    [3, 16_000],
    [4, 32_000],
    [5, 60_000],
    [500, 60_000],
  ])('after %i failures before is doubled each time, up to a minute', (readFailures, pauseMs) => {
    expectSpread(pauses(wait(null), { readFailures }), pauseMs);
  });

  it('comes no sooner than the provider asked for', () => {
    expect(new Set(pauses(wait(90_000)))).toEqual(new Set([90_000]));
    expectSpread(pauses(wait(1), { readFailures: 1 }), 4_000);
  });

  it('counts doublings no further than they matter', () => {
    const slow = (job: Job) => nextAfterFailure(job, { minimumMs: 0.001, askedMs: null }, now);
    const [first, later] = [19, 30].map((readFailures) => slow(aged(0, { readFailures })));
    expect(later).toBe(first);
    expect(slow(aged(0, { readFailures: 18 }))).toBeLessThan(first ?? 0);
  });
});

describe('the question after an unknown outcome', () => {
  it.each([
    [0, 5_000],
    [1, 10_000],
    [4, 80_000],
    [10, hourMs],
    [500, hourMs],
  ])('after %i failures is doubled each time, up to an hour', (readFailures, pauseMs) => {
    expectSpread(
      pauses((job) => nextReconcileAt(job, 5_000, now), { readFailures }),
      pauseMs,
    );
  });
});

describe.each([
  { name: 'the next read', next: nextPollAt },
  { name: 'the read after a failed one', next: nextAfterFailure },
])('$name', ({ next }) => {
  const at = (askedMs: number | null) =>
    next(sampleJob('polling'), { minimumMs: 1_000, askedMs }, now);

  it('[wire.retry-after] comes no earlier than the provider asks', () => {
    expect(at(90_000)).toBe(now + 90_000);
    expect(at(1)).toBe(at(null));
  });

  it.each([longestMs + 1, hourMs, 86_400_000, Number.MAX_SAFE_INTEGER, 1e300])(
    '[wire.retry-after] comes after five minutes at the latest where the provider asks for %d ms',
    (askedMs) => {
      expect(at(askedMs)).toBe(now + longestMs);
    },
  );
});

describe('[results.back-off] the next try for a finished result', () => {
  const wait = (isDoubtful: boolean) => (job: Job) =>
    nextFetchAt(job, { minimumMs: 1_000, isDoubtful }, now);

  it.each([
    [0, 2_000],
    [1, 4_000],
    [8, 512_000],
    [9, 900_000],
    [5_000, 900_000],
  ])('after %i failed tries comes in about %i ms', (readFailures, pauseMs) => {
    expectSpread(pauses(wait(false), { readFailures }), pauseMs);
  });

  it.each([
    [0, 16_000],
    [1, 32_000],
    [6, 900_000],
  ])('that looked wrong comes later: after %i in about %i ms', (readFailures, pauseMs) => {
    expectSpread(pauses(wait(true), { readFailures }), pauseMs);
  });
});
