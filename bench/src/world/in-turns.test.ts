import { expect, test } from 'vitest';
import { inTurns } from './in-turns.ts';

test('does each once, in their order, and never more at a time than it may', async () => {
  const begun: number[] = [];
  const seen = { underWay: 0, most: 0 };
  await inTurns(10, 3, async (index) => {
    begun.push(index);
    seen.underWay += 1;
    seen.most = Math.max(seen.most, seen.underWay);
    await new Promise(setImmediate);
    seen.underWay -= 1;
  });
  expect(begun).toEqual(Array.from({ length: 10 }, (_, index) => index));
  expect(seen).toEqual({ underWay: 0, most: 3 });
});

test('does nothing for nothing', async () => {
  const act = () => Promise.reject(new Error('there is nothing to do'));
  await expect(inTurns(0, 3, act)).resolves.toBeUndefined();
});

test('fails with the first that fails', async () => {
  const act = (index: number) =>
    index === 2 ? Promise.reject(new Error('two')) : Promise.resolve();
  await expect(inTurns(5, 2, act)).rejects.toThrow('two');
});
