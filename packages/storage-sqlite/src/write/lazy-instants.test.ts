import { expect, it } from 'vitest';
import { LazyInstants } from './lazy-instants.ts';

it('is exact at once and asks to be written at first and then once a minute', () => {
  const instants = new LazyInstants([]);
  expect(instants.get('a')).toBeNull();
  expect(instants.note('a', 1_000)).toBe(true);
  expect(instants.toStore('a')).toBe(1_000);
  expect(instants.note('a', 60_999)).toBe(false);
  expect(instants.get('a')).toBe(60_999);
  expect([...instants.unwritten()]).toEqual(['a']);
  expect(instants.note('a', 61_000)).toBe(true);
  expect(instants.toStore('a')).toBe(61_000);
  expect([...instants.unwritten()]).toEqual([]);
});

it('keeps asking until the instant was written', () => {
  const instants = new LazyInstants([]);
  expect([instants.note('a', 1), instants.note('a', 2)]).toEqual([true, true]);
});

it('starts from what is stored, never goes back, and forgets', () => {
  const instants = new LazyInstants([
    ['a', 5_000],
    ['b', null],
  ]);
  expect([instants.get('a'), instants.get('b')]).toEqual([5_000, null]);
  expect(instants.note('a', 4_000)).toBe(false);
  expect(instants.get('a')).toBe(5_000);
  instants.forget('a');
  expect([instants.get('a'), instants.toStore('a')]).toEqual([null, null]);
});
