import { describe, expect, test } from 'vitest';
import { runInSlices } from './run-in-slices.ts';

function* countTo(steps: number, log: string[]): Generator<number, string, void> {
  for (let step = 1; step <= steps; step += 1) {
    log.push(`step ${step}`);
    yield 1;
  }
  return 'done';
}

describe('runInSlices', () => {
  test('lets others run after every slice', async () => {
    const log: string[] = [];
    const other = (): void => {
      log.push('other');
      if (log.length < 9) setImmediate(other);
    };
    setImmediate(other);
    expect(await runInSlices(countTo(6, log), { unitsPerSlice: 2 })).toBe('done');
    const steps = ['step 1', 'step 2', 'other', 'step 3', 'step 4', 'other', 'step 5', 'step 6'];
    expect(log.slice(0, 8)).toEqual(steps);
  });

  test('stops where it is when the signal is aborted', async () => {
    const log: string[] = [];
    const controller = new AbortController();
    const reason = new Error('no longer wanted');
    setImmediate(() => {
      controller.abort(reason);
    });
    const result = runInSlices(countTo(6, log), { unitsPerSlice: 2, signal: controller.signal });
    await expect(result).rejects.toBe(reason);
    expect(log).toEqual(['step 1', 'step 2']);
  });

  test('does nothing when the signal is aborted already', async () => {
    const log: string[] = [];
    const result = runInSlices(countTo(1, log), { unitsPerSlice: 1, signal: AbortSignal.abort() });
    await expect(result).rejects.toThrow('aborted');
    expect(log).toEqual([]);
  });
});
