import { fc, test as law } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { median } from './run-rounds.ts';

describe('median', () => {
  test.for([
    [[3], 3],
    [[9, 1, 5], 5],
    [[10, 2, 4, 100], 7],
    [[2, 10, 9], 9],
  ] as const)('of %j is %d', ([values, middle]) => {
    expect(median(values)).toBe(middle);
  });

  test('of nothing is no number', () => {
    expect(median([])).toBeNaN();
  });

  law.prop([fc.array(fc.integer(), { minLength: 1, maxLength: 30 })])(
    'has no more than half of the values on either side',
    (values) => {
      const middle = median(values);
      expect(values.filter((value) => value < middle).length).toBeLessThanOrEqual(
        values.length / 2,
      );
      expect(values.filter((value) => value > middle).length).toBeLessThanOrEqual(
        values.length / 2,
      );
    },
  );
});
