import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { type ByteRequest, planBytes } from './byte-range.ts';

const etag = '"abc"';
const file = { size: 100, etag };
const plan = (headers: Partial<ByteRequest>): unknown =>
  planBytes(
    { method: 'GET', range: undefined, ifRange: undefined, ifNoneMatch: undefined, ...headers },
    file,
  );

describe('planBytes', () => {
  it.each([
    ['bytes=0-9', { kind: 'part', start: 0, end: 9 }],
    ['bytes=0-0', { kind: 'part', start: 0, end: 0 }],
    ['bytes=90-', { kind: 'part', start: 90, end: 99 }],
    ['bytes=90-1000', { kind: 'part', start: 90, end: 99 }],
    ['bytes=-10', { kind: 'part', start: 90, end: 99 }],
    ['bytes=-1000', { kind: 'part', start: 0, end: 99 }],
    ['BYTES=1-2', { kind: 'part', start: 1, end: 2 }],
    ['bytes=100-', { kind: 'unsatisfiable' }],
    ['bytes=100-200', { kind: 'unsatisfiable' }],
    ['bytes=-0', { kind: 'unsatisfiable' }],
    [`bytes=${'9'.repeat(40)}-`, { kind: 'unsatisfiable' }],
    ['bytes=9-0', { kind: 'whole' }],
    ['bytes=-', { kind: 'whole' }],
    ['bytes=', { kind: 'whole' }],
    ['bytes=a-b', { kind: 'whole' }],
    ['bytes=0-1,5-6', { kind: 'whole' }],
    ['bytes=0x1-2', { kind: 'whole' }],
    ['items=0-1', { kind: 'whole' }],
    ['', { kind: 'whole' }],
  ])('Range %s', (range, expected) => {
    expect(plan({ range })).toEqual(expected);
  });

  it.each([
    [etag, 'part'],
    [` ${etag} `, 'part'],
    ['"other"', 'whole'],
    [`W/${etag}`, 'whole'],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 'whole'],
  ])('If-Range %s gives %s', (ifRange, kind) => {
    expect(plan({ range: 'bytes=0-1', ifRange })).toMatchObject({ kind });
  });

  it.each([
    [etag, 'not-modified'],
    [`W/${etag}`, 'not-modified'],
    [`"x", ${etag}`, 'not-modified'],
    ['*', 'not-modified'],
    ['"x"', 'whole'],
    ['abc', 'whole'],
  ])('If-None-Match %s gives %s', (ifNoneMatch, kind) => {
    expect(plan({ ifNoneMatch })).toMatchObject({ kind });
  });

  it('responds with 304 before it reads a range', () => {
    expect(plan({ ifNoneMatch: etag, range: 'bytes=0-1' })).toEqual({ kind: 'not-modified' });
  });

  it('ignores a range of HEAD', () => {
    expect(plan({ method: 'HEAD', range: 'bytes=0-1' })).toEqual({ kind: 'whole' });
  });

  const size = fc.integer({ min: 1, max: 1000 });
  test.prop([size, fc.nat(2000), fc.nat(2000)])(
    'a part is within the file and is the requested range',
    (bytes, a, b) => {
      const planned = planBytes(
        { method: 'GET', range: `bytes=${a}-${b}`, ifRange: undefined, ifNoneMatch: undefined },
        { size: bytes, etag },
      );
      const part = { kind: 'part', start: a, end: Math.min(b, bytes - 1) };
      const inside = a < bytes ? part : { kind: 'unsatisfiable' };
      expect(planned).toEqual(a > b ? { kind: 'whole' } : inside);
    },
  );

  test.prop([fc.oneof(fc.string(), fc.stringMatching(/^bytes=\d{0,4}-\d{0,4}$/))])(
    'any header text gives a plan inside the file',
    (range) => {
      const planned = planBytes(
        { method: 'GET', range, ifRange: undefined, ifNoneMatch: undefined },
        file,
      );
      const { start, end } = planned.kind === 'part' ? planned : { start: 0, end: 0 };
      expect(0 <= start && start <= end && end < file.size).toBe(true);
    },
  );
});
