import { createJobFactory } from '@filmgate/conformance';
import type { Job } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { createProgressDisplay, progressLine } from './progress-display.ts';

const queued = createJobFactory(1).newJob({ now: 1 });
const halfway: Job = { ...queued, state: 'polling', progress: 50 };

function display(terminal: { readonly isTTY?: boolean; readonly columns?: number }) {
  const written: string[] = [];
  const write = (text: string): boolean => written.push(text) > 0;
  return { written, shown: createProgressDisplay({ ...terminal, write }) };
}

describe('the progress of a job', () => {
  it('[commands.generate] is a bar that is drawn over itself on a terminal', () => {
    const { written, shown } = display({ isTTY: true, columns: 80 });
    shown.show(queued);
    shown.show(halfway);
    shown.end();
    expect(written).toHaveLength(3);
    expect(written[0]).toMatch(/^\r.*░{30} {3}0 % {2}waiting for an account$/);
    expect(written[1]).toMatch(/^\r.*█{15}░{15} {2}50 % {2}generating$/);
    expect(written[2]).toBe('\n');
  });

  it.each([{ columns: 0 }, {}])(
    '[commands.generate-terminal] is as for 80 columns on a terminal that says %j',
    (size) => {
      const { written, shown } = display({ isTTY: true, ...size });
      shown.show(halfway);
      expect(written[0]).toMatch(/^\r.*█{15}░{15} {2}50 % {2}generating$/);
    },
  );

  it('[commands.generate] is one line of JSON for each change elsewhere', () => {
    const { written, shown } = display({});
    for (const job of [queued, queued, halfway]) shown.show(job);
    shown.end();
    expect(written.map((line): unknown => JSON.parse(line))).toEqual([
      { id: queued.id, state: 'queued', progress: 0 },
      { id: queued.id, state: 'polling', progress: 50 },
    ]);
    expect(written.every((line) => line.endsWith('\n'))).toBe(true);
  });

  it('[commands.generate-failure] says why it failed', () => {
    const { written, shown } = display({});
    const failure = { code: 'result_invalid', message: 'The result is broken.' } as const;
    shown.show({ ...queued, state: 'failed', failure });
    expect(JSON.parse(written[0] ?? '')).toMatchObject({ error: failure });
  });

  it('never wraps', () => {
    expect(progressLine(halfway, 20)).toHaveLength(20);
  });
});
