import { expect, test } from 'vitest';
import { printTable } from './print-table.ts';
import type { Row } from './row.ts';

const row: Row = {
  benchmark: 'poll-hot',
  workload: '20 tasks',
  unit: '/s',
  ours: 12_345.6,
  other: 'bare',
  others: 20_000,
  ratio: 0.617,
  processorRatio: 0.6,
  goal: { atLeast: 0.9 },
  checkedBy: 'processor',
  verdict: 'missed',
  rounds: 5,
  disturbed: 2,
  notes: { 'p50 ms': 1.234, 'CPU µs': 41.26, 'p99 ms': 123.4 },
};

function cellsOf(line: string | undefined): readonly string[] {
  return (line ?? '').split('|').map((cell) => cell.trim());
}

test('is a Markdown table with a line for each row, all of one width', () => {
  const lines = printTable([row, { ...row, benchmark: 'a longer name' }]).split('\n');
  expect(lines).toHaveLength(4);
  expect(new Set(lines.map((line) => line.length)).size).toBe(1);
  expect(lines[1]).toMatch(/^\|(-+\|)+$/);
});

test('shows both absolutes, both ratios, the goal, the verdict with its doubt, and the notes', () => {
  expect(cellsOf(printTable([row]).split('\n')[2])).toEqual([
    '',
    'poll-hot',
    '20 tasks',
    '12 346 /s',
    'bare',
    '20 000 /s',
    '0.62',
    '0.60',
    '≥ 0.90',
    'missed (2/5 disturbed)',
    'p50 ms 1.23, CPU µs 41.3, p99 ms 123',
    '',
  ]);
});

test('shows what is not known, and goals of the other direction', () => {
  const bare: Row = { ...row, processorRatio: null, goal: null, verdict: 'no goal', disturbed: 0 };
  const atMost: Row = { ...row, goal: { atMost: 1.5 } };
  const [, , first, second] = printTable([bare, atMost]).split('\n');
  expect(cellsOf(first).slice(7, 10)).toEqual(['–', '–', 'no goal']);
  expect(cellsOf(second)[8]).toBe('≤ 1.50');
});
