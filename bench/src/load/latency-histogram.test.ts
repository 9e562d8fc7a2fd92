import { expect, test } from 'vitest';
import { LatencyHistogram } from './latency-histogram.ts';

test('gives the latency that a share of all did not pass, in steps of 10 µs', () => {
  const histogram = new LatencyHistogram();
  for (let ms = 1; ms <= 100; ms += 1) histogram.add(ms + 0.004);
  expect(histogram.percentile(0.5)).toBe(50);
  expect(histogram.percentile(0.99)).toBe(99);
  expect(histogram.percentile(1)).toBe(100);
});

test('counts what lasts longer than four seconds as its longest', () => {
  const histogram = new LatencyHistogram();
  histogram.add(60_000);
  expect(histogram.percentile(0.5)).toBe(3_999.99);
});
