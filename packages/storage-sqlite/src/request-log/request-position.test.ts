import { fc, test } from '@fast-check/vitest';
import { expect, it } from 'vitest';
import { firstPositionOf, instantOf, positionsOf } from './request-position.ts';

const instants = fc.integer({ min: 0, max: Date.UTC(2109, 0, 1) });

test.prop([fc.string(), instants])('positions are all those of the ms, each once', (id, at) => {
  const positions = [...positionsOf({ id, at })];
  expect(new Set(positions).size).toBe(2048);
  expect(Math.min(...positions)).toBe(firstPositionOf(at));
  expect(Math.max(...positions)).toBe(firstPositionOf(at + 1) - 1);
  expect(
    positions.every((position) => Number.isSafeInteger(position) && instantOf(position) === at),
  ).toBe(true);
});

test.prop([fc.string(), instants])('an id leads to the same positions each time', (id, at) => {
  expect(positionsOf({ id, at }).next()).toEqual(positionsOf({ id, at }).next());
});

it('ids that differ at their end only are spread', () => {
  const first = Array.from({ length: 100 }, (_, index) => {
    const id = `01jd8p3x6q${String(index).padStart(16, '0')}`;
    return positionsOf({ id, at: 1 }).next().value;
  });
  expect(new Set(first).size).toBeGreaterThan(90);
});
