import { describe, expect, test } from 'vitest';
import { readProcessorTime, useBetween } from './processor-time.ts';

const start = { wallNs: 1e9, ownNs: 5e8, coreBusyTicks: 100, coreTicks: 1_000, cores: 1 };

describe('useBetween', () => {
  test('gives the time that passed, our own, and what others took of the core', () => {
    const end = { wallNs: 3e9, ownNs: 1.5e9, coreBusyTicks: 250, coreTicks: 1_200, cores: 1 };
    expect(useBetween(start, end)).toEqual({ seconds: 2, ownNs: 1e9, foreignShare: 0.25 });
  });

  test('never finds less than nothing taken by others', () => {
    const end = { wallNs: 2e9, ownNs: 1.5e9, coreBusyTicks: 190, coreTicks: 1_100, cores: 1 };
    expect(useBetween(start, end)?.foreignShare).toBe(0);
  });

  test('sums what others took of several cores', () => {
    const both = { ...start, cores: 2 };
    const end = { wallNs: 3e9, ownNs: 2.5e9, coreBusyTicks: 400, coreTicks: 1_400, cores: 2 };
    expect(useBetween(both, end)).toEqual({ seconds: 2, ownNs: 2e9, foreignShare: 0.5 });
  });

  test('knows nothing where one end is unknown', () => {
    expect(useBetween(null, start)).toBeNull();
    expect(useBetween(start, null)).toBeNull();
  });
});

test('a process that is not there has no account', () => {
  expect(readProcessorTime([2 ** 30], 0)).toBeNull();
});
