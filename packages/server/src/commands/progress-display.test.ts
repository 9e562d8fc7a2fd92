import { createJobFactory } from '@filmgate/conformance';
import type { Job } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import {
  createMoveDisplay,
  createProgressDisplay,
  moveLine,
  progressLine,
} from './progress-display.ts';

const half = { phase: 'copying', done: 5, total: 10 } as const;

it('[migration.progress] draws a bar on a terminal, over itself', () => {
  const written: string[] = [];
  const write = (text: string) => written.push(text) > 0;
  const display = createMoveDisplay({ isTTY: true, columns: 80, write });
  display.show(half);
  display.end();
  expect(written[0]).toBe(`\r\u001B[2K${'█'.repeat(15)}${'░'.repeat(15)}  50 %  copying 5 of 10`);
  expect(written[1]).toBe('\n');
});

it('[migration.progress] writes a line of JSON otherwise', () => {
  const written: string[] = [];
  const display = createMoveDisplay({ write: (text) => written.push(text) > 0 });
  display.show(half);
  display.end();
  expect(written).toEqual(['{"phase":"copying","done":5,"total":10}\n']);
});

it('fits any terminal, and shows an empty store as done', () => {
  expect(moveLine(half, 12)).toHaveLength(12);
  expect(moveLine({ phase: 'verifying', done: 0, total: 0 }, 80)).toContain('100 %');
});

const queued = createJobFactory(1).newJob({ now: 1 });
const halfway: Job = { ...queued, state: 'polling', progress: 50 };

function displayOn(terminal: { readonly isTTY?: boolean; readonly columns?: number }) {
  const written: string[] = [];
  const write = (text: string): boolean => written.push(text) > 0;
  return { written, shown: createProgressDisplay({ ...terminal, write }) };
}

describe('the progress of a job', () => {
  it('[commands.generate] is a bar that is drawn over itself on a terminal', () => {
    const { written, shown } = displayOn({ isTTY: true, columns: 80 });
    shown.show(queued);
    shown.show(halfway);
    shown.end();
    expect(written).toHaveLength(3);
    expect(written[0]).toMatch(/^\r.*░{30} {3}0 % {2}waiting for an account$/);
    expect(written[1]).toMatch(/^\r.*█{15}░{15} {2}50 % {2}generating$/);
    expect(written[2]).toBe('\n');
  });

  it.each([{ columns: 0 }, {}])(
    '[commands.generate-terminal] is as for 80 columns on a terminal that reports %j',
    (size) => {
      const { written, shown } = displayOn({ isTTY: true, ...size });
      shown.show(halfway);
      expect(written[0]).toMatch(/^\r.*█{15}░{15} {2}50 % {2}generating$/);
    },
  );

  it('[commands.generate-reason] shows why a job waits, where that is known', () => {
    const reason = 'cannot reach api.test: ENOTFOUND (name not found)';
    const bar = displayOn({ isTTY: true, columns: 200 });
    bar.shown.show(queued, reason);
    expect(bar.written[0]).toMatch(/ waiting for an account \(cannot reach api\.test: ENOTFOUND /);
    const lines = displayOn({});
    lines.shown.show(queued, reason);
    expect(JSON.parse(lines.written[0] ?? '')).toMatchObject({ state: 'queued', reason });
  });

  it('[commands.generate] is one line of JSON for each change elsewhere', () => {
    const { written, shown } = displayOn({});
    for (const job of [queued, queued, halfway]) shown.show(job);
    shown.end();
    expect(written.map((line): unknown => JSON.parse(line))).toEqual([
      { id: queued.id, state: 'queued', progress: 0 },
      { id: queued.id, state: 'polling', progress: 50 },
    ]);
    expect(written.every((line) => line.endsWith('\n'))).toBe(true);
  });

  it('[commands.generate-failure] shows why it failed', () => {
    const { written, shown } = displayOn({});
    const failure = { code: 'result_invalid', message: 'The result is broken.' } as const;
    shown.show({ ...queued, state: 'failed', failure });
    expect(JSON.parse(written[0] ?? '')).toMatchObject({ error: failure });
  });

  it('never wraps', () => {
    expect(progressLine(halfway, 20)).toHaveLength(20);
  });
});
