import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './run-command.ts';
import { readSlowFiles, reportSlowest } from './slow-files.ts';

function file(path: string, seconds: number) {
  return { path, durationMs: seconds * 1000, hasFailedElsewhere: false, tests: [] };
}

describe('the end of a run', () => {
  it('[commands.test-slowest] names the ten slowest files, the slowest first', () => {
    const files = Array.from({ length: 12 }, (_, index) => file(`${index}.test.ts`, index));
    const reported = reportSlowest(files);
    expect(reported).toHaveLength(10);
    expect(reported[0]).toBe('  11.0 s  11.test.ts');
    expect(reported[9]).toBe('   2.0 s  2.test.ts');
  });

  it('[commands.test-slowest] says which of them is over 20 s without a reason', () => {
    const reported = reportSlowest([file('a.test.ts', 21), file('b.test.ts', 21)], {
      'a.test.ts': 'why',
    });
    expect(reported[0]).toBe('  21.0 s  a.test.ts');
    expect(reported[1]).toContain('over 20 s');
  });
});

describe('files that may take more than 20 s', () => {
  it('[commands.test-slowest] are there, each with a reason', () => {
    const paths = Object.keys(readSlowFiles());
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});
