import { expect, test } from 'vitest';
import { asTimes, type Row } from './row.ts';

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
  checkedBy: 'ratio',
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

test('the goal is held against what it was held against before', () => {
  const byProcessor = { ...row, checkedBy: 'processor' } as const;
  expect(asTimes(byProcessor).verdict).toBe('reached');
  expect(asTimes({ ...byProcessor, processorRatio: null })).toMatchObject({
    processorRatio: null,
    verdict: 'missed',
  });
  expect(asTimes({ ...row, checkedBy: 'value', goal: { atMost: 2 } }).verdict).toBe('reached');
  expect(asTimes({ ...row, checkedBy: 'value', goal: { atMost: 1.9 } }).verdict).toBe('missed');
});
