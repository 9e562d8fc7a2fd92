import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { KeyUses } from './key-uses.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('gathers uses and writes the last of each together', async () => {
  const written: unknown[] = [];
  const uses = new KeyUses(async (all) => void written.push(all));
  uses.note('a', 5);
  uses.note('b', 6);
  uses.note('a', 9);
  uses.note('a', 7);
  expect(written).toEqual([]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(written).toEqual([['a', 9, 'b', 6]]);
  await uses.flush();
  expect(written).toHaveLength(1);
});

it('holds no caller up with what cannot be written', async () => {
  const uses = new KeyUses(() => Promise.reject(new Error('away')));
  uses.note('a', 5);
  await expect(uses.flush()).resolves.toBeUndefined();
});
