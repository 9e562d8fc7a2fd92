import { describe, expect, it } from 'vitest';
import type { Check, CheckResult } from './check.ts';
import { runSchedule } from './schedule.ts';

const passed: CheckResult = { passed: 1, failed: 0, output: '' };
const failed: CheckResult = { passed: 0, failed: 1, output: 'reason' };

interface Sketch {
  readonly name: string;
  readonly after?: readonly string[];
  readonly ends?: CheckResult | Error;
}

/** Runs sketched checks that each take one turn of the event loop, and notes what happens. */
async function runSketches(sketches: readonly Sketch[], lanes: number) {
  const events: string[] = [];
  let open = 0;
  let mostOpen = 0;
  const checks: Check[] = sketches.map(({ name, after = [], ends = passed }) => ({
    name,
    after,
    run: async (report) => {
      open += 1;
      mostOpen = Math.max(mostOpen, open);
      await new Promise(setImmediate);
      report('half');
      open -= 1;
      if (ends instanceof Error) throw ends;
      return ends;
    },
  }));
  const finished = await runSchedule({
    checks,
    lanes,
    nowMs: () => events.length,
    onStart: (name) => events.push(`start ${name}`),
    onProgress: (name, progress) => events.push(`${name}: ${progress}`),
    onFinish: ({ name }) => events.push(`finish ${name}`),
  });
  return { events, finished, mostOpen };
}

describe('the schedule', () => {
  it('runs every check once, no more at a time than there are lanes', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const { finished, mostOpen } = await runSketches(
      names.map((name) => ({ name })),
      2,
    );
    expect(finished.map(({ name }) => name).toSorted()).toEqual(names);
    expect(mostOpen).toBe(2);
  });

  it('keeps a check back until those before it have ended, and lets later ones pass', async () => {
    const { events } = await runSketches(
      [{ name: 'build' }, { name: 'packages', after: ['build'] }, { name: 'lint' }],
      2,
    );
    expect(events.indexOf('start packages')).toBeGreaterThan(events.indexOf('finish build'));
    expect(events.indexOf('start lint')).toBeLessThan(events.indexOf('start packages'));
  });

  it('fails a check whose predecessor failed, without running it, and says why', async () => {
    const { events, finished } = await runSketches(
      [
        { name: 'build', ends: failed },
        { name: 'packages', after: ['build'] },
        { name: 'publish', after: ['packages'] },
      ],
      2,
    );
    expect(events.filter((event) => event.startsWith('start'))).toEqual(['start build']);
    expect(finished.map(({ result }) => result.failed)).toEqual([1, 1, 1]);
    expect(finished[1]?.result.output).toContain('"build" failed');
  });

  it('takes what a check throws as its failure and goes on', async () => {
    const { finished } = await runSketches(
      [{ name: 'broken', ends: new Error('no such tool') }, { name: 'lint' }],
      1,
    );
    expect(finished[0]?.result).toMatchObject({ passed: 0, failed: 1 });
    expect(finished[0]?.result.output).toContain('no such tool');
    expect(finished[1]?.result).toEqual(passed);
  });

  it('passes on how far a check is and how long it took', async () => {
    const { events, finished } = await runSketches([{ name: 'tests' }], 1);
    expect(events).toEqual(['start tests', 'tests: half', 'finish tests']);
    expect(finished[0]?.durationMs).toBe(2);
  });

  it.each([
    ['an unknown check', [{ name: 'a', after: ['z'] }]],
    [
      'each other',
      [
        { name: 'a', after: ['b'] },
        { name: 'b', after: ['a'] },
      ],
    ],
  ])('refuses checks that wait for %s', async (_what, sketches) => {
    await expect(runSketches(sketches, 2)).rejects.toThrow(RangeError);
  });
});
