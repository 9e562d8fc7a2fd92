import { fc, test } from '@fast-check/vitest';
import type { RequestLogEntry } from '../ports/request-logs.ts';
import { describe, expect, it } from 'vitest';
import { RequestBuffer } from './request-buffer.ts';

function newRequest(id: string, prompt: string | null = null): RequestLogEntry {
  const nothing = { caller: null, model: null, errorCode: null, jobId: null, promptDigest: null };
  const answered = { status: 200, durationMs: 1, disconnected: false };
  return {
    id,
    at: 1,
    count: 1,
    lastAt: 1,
    requestId: id,
    method: 'GET',
    path: '/',
    ...nothing,
    ...answered,
    prompt,
  };
}

const idsOf = (entries: readonly RequestLogEntry[]) => entries.map(({ id }) => id).join('');

describe('a buffer of calls', () => {
  it('gives the oldest out first, those that were put back before all', () => {
    const buffer = new RequestBuffer({ rows: 10, promptUnits: 10 });
    buffer.add([newRequest('a'), newRequest('b')]);
    buffer.add([newRequest('c')]);
    const taken = buffer.take(2);
    buffer.add([newRequest('d')]);
    buffer.putBack(taken);
    expect(idsOf(buffer.take(10))).toBe('abcd');
    expect(buffer.takeDropped()).toBe(0);
  });

  it('[request-log.never-in-the-way] gives the oldest up beyond its bounds, and counts them', () => {
    const buffer = new RequestBuffer({ rows: 3, promptUnits: 10 });
    for (const id of ['a', 'b', 'c', 'd', 'e']) buffer.add([newRequest(id)]);
    expect(buffer.takeDropped()).toBe(2);
    expect(buffer.takeDropped()).toBe(0);
    expect(idsOf(buffer.take(10))).toBe('cde');
  });

  it('[request-log-growth.polls] keeps the last row of an id only, in the position of the first', () => {
    const buffer = new RequestBuffer({ rows: 3, promptUnits: 10 });
    buffer.add([newRequest('a', '12345'), newRequest('b')]);
    for (let count = 2; count < 100; count += 1)
      buffer.add([{ ...newRequest('a', '1234567'), count }]);
    const taken = buffer.take(10);
    expect(taken.map(({ id, count }) => [id, count])).toEqual([
      ['a', 99],
      ['b', 1],
    ]);
    buffer.add([{ ...newRequest('a'), count: 100 }, newRequest('c', '1234567890')]);
    buffer.putBack(taken);
    expect(buffer.take(10).map(({ id, count }) => [id, count])).toEqual([
      ['a', 100],
      ['b', 1],
      ['c', 1],
    ]);
    expect(buffer.takeDropped()).toBe(0);
  });

  it('drops rows for long prompts, too', () => {
    const buffer = new RequestBuffer({ rows: 10, promptUnits: 10 });
    buffer.add([
      newRequest('a'),
      newRequest('b', '12345678'),
      newRequest('c'),
      newRequest('d', '1234567'),
    ]);
    expect(idsOf(buffer.take(10))).toBe('cd');
    expect(buffer.takeDropped()).toBe(2);
    buffer.add([newRequest('e', '1234567890'), newRequest('f')]);
    expect(idsOf(buffer.take(10))).toBe('ef');
  });
});

const acts = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('add' as const), prompt: fc.integer({ min: 0, max: 6 }) }),
    fc.record({ kind: fc.constant('take' as const), count: fc.integer({ min: 0, max: 4 }) }),
    fc.record({ kind: fc.constant('back' as const) }),
  ),
);

test.prop([acts])('keeps its bounds and its order, and loses nothing uncounted', (all) => {
  const buffer = new RequestBuffer({ rows: 5, promptUnits: 12 });
  let added = 0;
  let gone = 0;
  let taken: readonly RequestLogEntry[] = [];
  for (const act of all) {
    if (act.kind === 'add') {
      added += 1;
      buffer.add([newRequest(String(added).padStart(4, '0'), 'x'.repeat(act.prompt))]);
    } else if (act.kind === 'take') {
      gone += taken.length;
      taken = buffer.take(act.count);
    } else {
      buffer.putBack(taken);
      taken = [];
    }
    expect(buffer.size).toBeLessThanOrEqual(5);
  }
  const rest = buffer.take(100).map(({ id }) => id);
  expect(rest).toEqual(rest.toSorted());
  expect(rest.length + taken.length + gone + buffer.takeDropped()).toBe(added);
});
