import { describe, expect, it } from 'vitest';
import { compareValues, nextSort, readSort } from './sort-order.ts';

describe('[console.tables] the order of a table', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['name', { column: 'name', isDescending: false }],
    ['-name', { column: 'name', isDescending: true }],
  ])('is read from the address: %s', (text, order) => {
    expect(readSort(text)).toEqual(order);
  });

  it('goes up, down and away as its heading is pressed', () => {
    const presses = ['name', 'name', 'name', 'size', 'name'];
    let order: string | undefined;
    const seen = presses.map((column) => (order = nextSort(readSort(order), column)));
    expect(seen).toEqual(['name', '-name', undefined, 'size', 'name']);
  });

  it('counts numbers, also those in texts, and leaves what has no value to the end', () => {
    const sort = (values: readonly (string | number | null)[], isDescending: boolean) =>
      values.toSorted((left, right) => compareValues(left, right, isDescending));
    expect(sort([10, null, 9], false)).toEqual([9, 10, null]);
    expect(sort([9, null, 10], true)).toEqual([10, 9, null]);
    expect(sort(['job-10', null, 'job-9', 'Job-1'], false)).toEqual([
      'Job-1',
      'job-9',
      'job-10',
      null,
    ]);
    expect(sort(['a', null, 'b'], true)).toEqual(['b', 'a', null]);
  });
});
