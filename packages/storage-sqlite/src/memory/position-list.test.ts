import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PositionList } from './position-list.ts';

function all(list: PositionList, held: ReadonlySet<number>, ascending: boolean): readonly number[] {
  const found: number[] = [];
  list.walk({
    from: ascending ? 0 : Number.MAX_SAFE_INTEGER,
    ascending,
    most: 10_000,
    visit: (position) => {
      if (held.has(position)) found.push(position);
      return 'go-on';
    },
  });
  return found;
}

it('holds what was added and not taken away, in order, through any history', () => {
  const acts = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 150 })), {
    maxLength: 400,
  });
  fc.assert(
    fc.property(acts, (history) => {
      const list = new PositionList();
      const held = new Set<number>();
      for (const [adds, position] of history) {
        if (adds && !held.has(position)) {
          held.add(position);
          list.add(position);
        } else if (!adds && held.delete(position)) {
          list.remove((one) => held.has(one));
        }
      }
      const ascending = [...held].toSorted((one, other) => one - other);
      expect(all(list, held, true)).toEqual(ascending);
      expect(all(list, held, false)).toEqual(ascending.toReversed());
    }),
  );
});

it('walks on from where it stopped', () => {
  const list = new PositionList();
  for (const position of [2, 4, 6, 8]) list.add(position);
  const seen: number[] = [];
  const visit = (position: number) => {
    seen.push(position);
    return 'go-on' as const;
  };
  expect(list.walk({ from: 9, ascending: false, most: 2, visit })).toBe(6);
  expect(list.walk({ from: 6, ascending: false, most: 2, visit })).toBe(2);
  expect(list.walk({ from: 2, ascending: false, most: 2, visit })).toBeUndefined();
  expect(list.walk({ from: 4, ascending: true, most: 9, visit })).toBeUndefined();
  expect(list.walk({ from: 0, ascending: true, most: 9, visit: () => 'stop' })).toBe(2);
  expect(seen).toEqual([8, 6, 4, 2, 6, 8]);
});
