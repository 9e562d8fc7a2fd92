import { expect, it } from 'vitest';
import { BatchLog } from './write-queue.ts';
import { WriteBehindMap } from './write-behind-map.ts';

function scene() {
  const written: (readonly [string, number | 'removed'])[] = [];
  const map = new WriteBehindMap<string, number>([['old', 1]], {
    save: (key, value) => written.push([key, value]),
    remove: (key) => written.push([key, 'removed']),
  });
  return { map, written };
}

it('writes each changed entry once, with its last value', () => {
  const { map, written } = scene();
  const log = new BatchLog();
  expect(map.isDirty()).toBe(false);
  map.set(log, 'a', 1);
  map.set(log, 'a', 2);
  map.delete(log, 'old');
  map.delete(log, 'never');
  expect(map.isDirty()).toBe(true);
  map.flush();
  map.flushed();
  expect(written).toEqual([
    ['a', 2],
    ['old', 'removed'],
  ]);
  expect(map.isDirty()).toBe(false);
  expect([...map.values()]).toEqual([2]);
});

it('is unchanged when the transaction is rolled back', () => {
  const { map } = scene();
  const log = new BatchLog();
  map.set(log, 'old', 7);
  map.set(log, 'new', 8);
  map.delete(log, 'old');
  log.revert();
  expect([map.get('old'), map.has('new'), map.size]).toEqual([1, false, 1]);
});

it('keeps what waits when a save fails, for the next transaction', () => {
  const { map, written } = scene();
  map.setLazily('a', 1);
  map.flush();
  map.flush();
  expect(written).toEqual([
    ['a', 1],
    ['a', 1],
  ]);
});
