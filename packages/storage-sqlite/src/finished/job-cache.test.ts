import { createJobFactory } from '@filmgate/conformance';
import { expect, it } from 'vitest';
import { JobCache } from './job-cache.ts';

const make = createJobFactory();
const placed = (position: number) => ({ position, job: make.newJob({ id: `vt_${position}` }) });

it('finds by id and by position, and lets go of what was used longest ago', () => {
  const cache = new JobCache(3);
  const jobs = [1, 2, 3].map(placed);
  for (const job of jobs) cache.put(job);
  expect(cache.find('vt_1')).toBe(jobs[0]);
  cache.put(placed(4));
  expect(cache.find('vt_2')).toBeUndefined();
  expect(cache.at(2)).toBeUndefined();
  expect(cache.at(1)).toBe(jobs[0]);
  expect(cache.at(3)).toBe(jobs[2]);
});

it('forgets what is removed', () => {
  const cache = new JobCache(3);
  const job = placed(1);
  cache.put(job);
  cache.remove(job);
  expect([cache.find('vt_1'), cache.at(1)]).toEqual([undefined, undefined]);
});
