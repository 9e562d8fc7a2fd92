import { fc, test } from '@fast-check/vitest';
import { expect, it } from 'vitest';
import { firstPositionOf, instantOf, placesOf } from './request-position.ts';

const instants = fc.integer({ min: 0, max: Date.UTC(2109, 0, 1) });

test.prop([fc.string(), instants])('places are all those of the ms, each once', (id, at) => {
  const places = [...placesOf({ id, at })];
  expect(new Set(places).size).toBe(2048);
  expect(Math.min(...places)).toBe(firstPositionOf(at));
  expect(Math.max(...places)).toBe(firstPositionOf(at + 1) - 1);
  expect(places.every((place) => Number.isSafeInteger(place) && instantOf(place) === at)).toBe(
    true,
  );
});

test.prop([fc.string(), instants])('an id leads to the same places each time', (id, at) => {
  expect(placesOf({ id, at }).next()).toEqual(placesOf({ id, at }).next());
});

it('ids that differ at their end only are spread', () => {
  const first = Array.from({ length: 100 }, (_, index) => {
    const id = `01jd8p3x6q${String(index).padStart(16, '0')}`;
    return placesOf({ id, at: 1 }).next().value;
  });
  expect(new Set(first).size).toBeGreaterThan(90);
});
