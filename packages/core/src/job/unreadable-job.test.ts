import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readStored, UnreadableJobs, UnreadablePart } from './unreadable-job.ts';

function reasonOf(read: () => unknown): string {
  try {
    readStored('request', read);
  } catch (error) {
    if (error instanceof UnreadablePart) return `${error.name}: ${error.message} ${error.reason}`;
  }
  return 'no reason';
}

const said = (reason: string): string =>
  `UnreadablePart: A stored record cannot be read: ${reason}. ${reason}`;

describe('a stored part', () => {
  it('is given as it was read', () => {
    expect(readStored('request', () => 5)).toBe(5);
  });

  it.each([
    ['broken JSON', () => JSON.parse('{"prompt": "secret') as unknown, 'request is not JSON'],
    [
      'a fault of the reader',
      () => {
        throw new RangeError('secret');
      },
      'request has a value that this release does not know',
    ],
    [
      'a field of another form',
      () => z.object({ of: z.object({ size: z.number() }) }).parse({ of: { size: 'secret' } }),
      'request.of.size does not match this release (invalid_type)',
    ],
    [
      'a whole of another form',
      () => z.number().parse('secret'),
      'request does not match this release (invalid_type)',
    ],
    [
      'an error without an issue',
      () => {
        throw new z.ZodError([]);
      },
      'request does not match this release (unknown)',
    ],
  ])('that cannot be read for %s is named, and not quoted', (_case, read, reason) => {
    expect(reasonOf(read)).toBe(said(reason));
  });
});

describe('jobs that are set aside', () => {
  function open() {
    const lines: unknown[] = [];
    let now = 10;
    const jobs = new UnreadableJobs(() => (now += 1), {
      info: () => undefined,
      warn: (...line) => void lines.push(line),
      error: () => undefined,
    });
    return { jobs, lines };
  }

  it('are noticed once, in their order, and logged once', () => {
    const { jobs, lines } = open();
    expect([jobs.count, jobs.has('b'), jobs.all()]).toEqual([0, false, []]);
    jobs.note('b', new UnreadablePart('handle is not JSON'));
    jobs.note('a', new RangeError('secret'));
    jobs.note('b', new UnreadablePart('something else'));
    expect(jobs.all()).toEqual([
      { id: 'b', reason: 'handle is not JSON', noticedAt: 11 },
      { id: 'a', reason: 'the record does not match this release', noticedAt: 12 },
    ]);
    expect(jobs.all().every(Object.isFrozen)).toBe(true);
    expect(lines).toEqual([
      ['job-set-aside', { job: 'b', reason: 'handle is not JSON' }],
      ['job-set-aside', { job: 'a', reason: 'the record does not match this release' }],
    ]);
    expect([jobs.count, jobs.has('b'), jobs.has('c')]).toEqual([2, true, false]);
  });

  it('are forgotten when they can be read after all', () => {
    const { jobs } = open();
    jobs.note('a', new RangeError());
    jobs.forget('a');
    expect([jobs.count, jobs.has('a')]).toEqual([0, false]);
  });

  it('are set aside without a log as well', () => {
    const jobs = new UnreadableJobs(() => 1, undefined);
    jobs.note('a', new RangeError());
    expect(jobs.count).toBe(1);
  });
});
