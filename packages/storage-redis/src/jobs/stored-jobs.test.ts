import { createJobFactory } from '@filmgate/conformance';
import { describe, expect, it } from 'vitest';
import { JobCache } from './stored-jobs.ts';

const make = createJobFactory();
const one = make.newJob({ id: 'one' });

describe('JobCache', () => {
  it('gives the same value for the same tag, whatever made it', () => {
    const cache = new JobCache(10);
    const kept = cache.intern('one', '1.1', () => one);
    expect(cache.intern('one', '1.1', () => ({ ...one }))).toBe(kept);
    expect(cache.find('one')).toEqual({ tag: '1.1', job: one });
  });

  it('shows the former value of a job to the maker of its next one, but none of a job removed before', () => {
    const cache = new JobCache(10);
    cache.intern('one', '1.1', () => one);
    const next = cache.intern('one', '1.2', (other) => ({ ...one, ...other, version: 2 }));
    expect(next.version).toBe(2);
    cache.intern('one', '9.1', (other) => {
      expect(other).toBeUndefined();
      return one;
    });
  });

  it('never puts an older value in place of a newer one', () => {
    const cache = new JobCache(10);
    cache.intern('one', '1.2', () => one);
    expect(cache.intern('one', '1.1', () => ({ ...one, progress: 1 })).progress).toBe(1);
    expect(cache.find('one')?.tag).toBe('1.2');
  });

  it('drops the least recently used job', () => {
    const cache = new JobCache(2);
    for (const id of ['a', 'b']) cache.intern(id, '1.1', () => make.newJob({ id }));
    cache.find('a');
    for (const id of ['c', 'd', 'e']) {
      cache.intern(id, '1.1', () => make.newJob({ id }));
      if (id === 'c') expect([cache.find('a')?.job.id, cache.find('b')]).toEqual(['a', undefined]);
    }
    expect(['a', 'b', 'c', 'd', 'e'].filter((id) => cache.find(id) !== undefined).length).toBe(2);
  });

  it('drops jobs that are too large together, and does not keep one that is too large alone', () => {
    const cache = new JobCache(10, 10_000);
    const sized = (id: string, length: number) => {
      const job = make.newJob({ id });
      return { ...job, request: { ...job.request, prompt: 'x'.repeat(length) } };
    };
    const large = sized('large', 5_000);
    expect(cache.intern('large', '1.1', () => large)).toBe(large);
    expect(cache.find('large')).toBeUndefined();
    for (const id of ['a', 'b', 'c']) cache.intern(id, '1.1', () => sized(id, 1_500));
    expect(['a', 'b', 'c'].filter((id) => cache.find(id) !== undefined)).toEqual(['c']);
  });
});
