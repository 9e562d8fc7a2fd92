import { describe, expect, it } from 'vitest';
import { formatOutput, formatRemarks, formatTable, formatTotal } from './display.ts';

const finished = [
  { name: 'lint', result: { passed: 1, failed: 0, output: '' }, durationMs: 1240 },
  {
    name: 'unit tests',
    result: { passed: 812, failed: 3, output: 'three\n\n' },
    durationMs: 61_000,
  },
];

describe('the report of all checks', () => {
  it('lists them with their durations, the longest first', () => {
    expect(formatTable(finished)).toBe(
      'unit tests    61.0 s  812 passed, 3 failed\nlint           1.2 s  1 passed, 0 failed\n',
    );
  });

  it('ends with the sum', () => {
    expect(formatTotal(finished)).toBe('813 passed, 3 failed\n');
  });

  it('tells what is remarked on, of checks that passed too', () => {
    const [lint, unit] = finished;
    expect(formatRemarks(finished)).toBe('');
    const remarks = ['slow', 'odd'];
    const remarked = [lint, unit].flatMap((one) =>
      one === undefined ? [] : [{ ...one, result: { ...one.result, remarks } }],
    );
    expect(formatRemarks(remarked)).toBe(
      'lint: slow\nlint: odd\nunit tests: slow\nunit tests: odd\n',
    );
  });

  it('shows what a check said under its name', () => {
    const text = finished.map(formatOutput).join('');
    expect(text).toMatch(/── unit tests ─+\nthree\n$/);
  });
});
