import { createJobFactory } from '@filmgate/conformance';
import { expect, it } from 'vitest';
import { JobCache } from './job-cache.ts';

const make = createJobFactory();
const positioned = (position: number) => ({ position, job: make.newJob({ id: `vt_${position}` }) });

it('finds by id and by position, and drops the least recently used job', () => {
  const cache = new JobCache(3);
  const jobs = [1, 2, 3].map(positioned);
  for (const job of jobs) cache.put(job);
  expect(cache.find('vt_1')).toBe(jobs[0]);
  cache.put(positioned(4));
  expect(cache.find('vt_2')).toBeUndefined();
  expect(cache.at(2)).toBeUndefined();
  expect(cache.at(1)).toBe(jobs[0]);
  expect(cache.at(3)).toBe(jobs[2]);
});

it('forgets what is removed', () => {
  const cache = new JobCache(3);
  const job = positioned(1);
  cache.put(job);
  cache.remove(job);
  expect([cache.find('vt_1'), cache.at(1)]).toEqual([undefined, undefined]);
});

it('keeps fewer of them where their texts are long, and none that fits nowhere', () => {
  const cache = new JobCache(100);
  const long = (position: number, length: number) => ({
    position,
    job: make.newJob({ id: `vt_${position}`, prompt: 'x'.repeat(length) }),
  });
  for (let position = 1; position <= 5; position += 1) cache.put(long(position, 6 * 1024 * 1024));
  expect([1, 2, 3, 4, 5].filter((position) => cache.at(position) !== undefined)).toEqual([4, 5]);
  expect(cache.find('vt_1')).toBeUndefined();
  cache.put(long(6, 20 * 1024 * 1024));
  expect([cache.at(6), cache.find('vt_6')]).toEqual([undefined, undefined]);
});

it('keeps none when it may not', () => {
  const cache = new JobCache(0);
  cache.put(positioned(1));
  expect([cache.find('vt_1'), cache.at(1)]).toEqual([undefined, undefined]);
});
