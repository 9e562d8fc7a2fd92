import type { Logger } from '@filmgate/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type LeftOut, sparingEvents, SparingLines } from './sparing-lines.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('lines that are written sparingly', () => {
  it('[request-log-growth.lines] are counted by kind, and reported once a minute', async () => {
    const reported: [LeftOut, number][] = [];
    const lines = new SparingLines({
      bounds: { each: 2, inAll: 3 },
      report: (kind, count) => void reported.push([kind, count]),
    });
    const refused = { route: '/v1/videos', status: 401 };
    const other = { route: '/v1/models', status: 429 };
    const taken = [
      ...Array.from({ length: 1_000 }, () => lines.takes('a', refused)),
      ...Array.from({ length: 1_000 }, () => lines.takes('b', other)),
    ];
    expect(taken.filter((isTaken) => isTaken)).toHaveLength(3);
    expect(reported).toEqual([]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reported).toEqual([
      [refused, 998],
      [other, 999],
    ]);
    expect(lines.takes('a', refused)).toBe(true);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(reported).toHaveLength(2);
  });
});

describe('events of calls', () => {
  it('[request-log-growth.lines] have some lines in a minute and a number; other events have all of theirs', async () => {
    const written: string[] = [];
    const log: Logger = {
      info: (event) => void written.push(event),
      warn: (event, fields) => void written.push(`${event} ${JSON.stringify(fields)}`),
      error: (event) => void written.push(event),
    };
    const sparing = sparingEvents(log);
    for (let call = 0; call < 1_000; call += 1) {
      sparing.info('api_key_refused', { request_id: String(call) });
      sparing.info('job-done');
      sparing.error('request_failed', new Error('x'));
    }
    await vi.advanceTimersByTimeAsync(60_000);
    const count = (event: string) => written.filter((one) => one === event).length;
    expect([count('api_key_refused'), count('request_failed'), count('job-done')]).toEqual([
      100, 100, 1_000,
    ]);
    expect(written.slice(-2)).toEqual([
      'events-counted {"of":"api_key_refused","count":900}',
      'events-counted {"of":"request_failed","count":900}',
    ]);
  });
});
