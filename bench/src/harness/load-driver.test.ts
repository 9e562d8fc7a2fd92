import { describe, expect, test } from 'vitest';
import type { LoadReport } from '../load/load-order.ts';
import { asRate, asThroughput } from './load-driver.ts';

const report: LoadReport = {
  responses: 4_000,
  refusals: 0,
  seconds: 2,
  receivedBytes: 64 * 1024 * 1024,
  p50Ms: 1.5,
  p99Ms: 9,
  processorNs: 1e9,
  foreignShare: 0.1,
};
const unknown: LoadReport = { ...report, processorNs: null, foreignShare: null };

describe('what a load report becomes', () => {
  test('as a rate: responses per second, processor time for one response', () => {
    const notes = { 'p50 ms': 1.5, 'p99 ms': 9, 'CPU µs': 250 };
    expect(asRate(report)).toEqual({ value: 2_000, processorUs: 250, foreignShare: 0.1, notes });
  });

  test('as a throughput: mebibytes per second, processor time for one mebibyte', () => {
    expect(asThroughput(report)).toEqual({
      value: 32,
      processorUs: 15_625,
      foreignShare: 0.1,
      notes: { 'CPU ms/GiB': 16_000 },
    });
  });

  test.for([asRate, asThroughput])('%o says nothing of an account that is not kept', (as) => {
    const slice = as(unknown);
    expect(slice).toMatchObject({ processorUs: null, foreignShare: null });
    expect(Object.keys(slice.notes ?? {}).some((name) => name.startsWith('CPU'))).toBe(false);
  });
});
