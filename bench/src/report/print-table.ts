import type { Row } from './row.ts';

const columns = [
  'benchmark',
  'workload',
  'ours',
  'beside',
  'theirs',
  'ratio',
  'CPU ratio',
  'goal',
  'verdict',
  'notes',
];

/** The rows as a Markdown table. */
export function printTable(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.benchmark,
    row.workload,
    `${printNumber(row.ours)} ${row.unit}`,
    row.other,
    `${printNumber(row.others)} ${row.unit}`,
    row.ratio.toFixed(2),
    row.processorRatio?.toFixed(2) ?? '–',
    printGoal(row),
    row.verdict + (row.disturbed > 0 ? ` (${row.disturbed}/${row.rounds} disturbed)` : ''),
    Object.entries(row.notes)
      .map(([name, value]) => `${name} ${printNumber(value)}`)
      .join(', '),
  ]);
  const widths = columns.map((title, index) =>
    Math.max(title.length, ...cells.map((row) => row[index]?.length ?? 0)),
  );
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [line(columns), rule, ...cells.map(line)].join('\n');
}

function printNumber(value: number): string {
  if (value >= 1_000) return Math.round(value).toLocaleString('en-US').replaceAll(',', ' ');
  if (value >= 100) return value.toFixed(0);
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

function printGoal({ goal, checkedBy, unit }: Row): string {
  if (goal === null) return '–';
  const [sign, number] = 'atLeast' in goal ? ['≥', goal.atLeast] : ['≤', goal.atMost];
  return checkedBy === 'value' ? `${sign} ${number} ${unit}` : `${sign} ${number.toFixed(2)}`;
}
