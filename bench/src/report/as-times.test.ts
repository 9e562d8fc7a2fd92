import { expect, test } from 'vitest';
import { asTimes } from './as-times.ts';
import type { Row } from './row.ts';

const row: Row = {
  benchmark: 'list',
  workload: 'newest',
  unit: '/s',
  ours: 500,
  other: 'small',
  others: 1_000,
  ratio: 0.5,
  processorRatio: 0.8,
  goal: { atMost: 1.5 },
  verdict: 'reached',
  rounds: 3,
  disturbed: 0,
  notes: {},
};

test('half the rate is twice the time', () => {
  expect(asTimes(row)).toMatchObject({
    unit: 'ms',
    ours: 2,
    others: 1,
    ratio: 2,
    processorRatio: 1.25,
    verdict: 'missed',
  });
});

test('disturbed rounds are judged by processor time, where there is an account of it', () => {
  expect(asTimes({ ...row, disturbed: 1 }).verdict).toBe('missed');
  expect(asTimes({ ...row, disturbed: 2 }).verdict).toBe('reached');
  expect(asTimes({ ...row, disturbed: 2, processorRatio: null })).toMatchObject({
    processorRatio: null,
    verdict: 'missed',
  });
});
