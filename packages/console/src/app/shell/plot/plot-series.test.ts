import { describe, expect, it } from 'vitest';
import { hueOf, loneValues, stackSeries, summariseSeries } from './plot-series.ts';

const series = (values: readonly (number | null)[]) =>
  ({ name: 'a', tone: 'busy', values }) as const;

describe('series of a plot', () => {
  it('stand on those before them; where all are unknown is a gap', () => {
    const stacked = stackSeries([
      series([1, null, null]),
      series([2, 3, null]),
      series([0, 1, null]),
    ]);
    expect(stacked.map(({ values }) => values)).toEqual([
      [1, null, null],
      [3, 3, null],
      [3, 4, null],
    ]);
  });

  it.each([
    [[null, 7, null], [1]],
    [[7], [0]],
    [
      [7, null, 0, null, 1, 2],
      [0, 2],
    ],
    [[1, 2, null, undefined], []],
    [[], []],
  ])('[console.plots-lone] of %j: no line leads to or from the values at %j', (values, lone) => {
    expect(loneValues(values)).toEqual(lone);
  });

  it('come to their latest and their highest value, whatever is missing', () => {
    expect(summariseSeries(series([null, 7, 2, 7, null]))).toEqual({
      latest: 7,
      highest: 7,
      highestAt: 1,
    });
    expect(summariseSeries(series([3, 1, null]))).toEqual({ latest: 1, highest: 3, highestAt: 0 });
    expect(summariseSeries(series([null]))).toBeNull();
    expect(summariseSeries(series([]))).toBeNull();
  });

  it('have eight hues and begin again', () => {
    expect(new Set(Array.from({ length: 8 }, (_, number) => hueOf(number))).size).toBe(8);
    expect(hueOf(8)).toBe(hueOf(0));
  });
});
