import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import type { RequestLogEntry } from '../ports/request-logs.ts';
import { CallGatherer, type CallLikeness, RefusalBudget } from './call-gatherer.ts';

const hourMs = 3_600_000;
const start = 1_750_000_000_000 - (1_750_000_000_000 % hourMs);
let made = 0;

function newCall(at: number, wish: Partial<RequestLogEntry> = {}): RequestLogEntry {
  made += 1;
  return {
    id: `call-${made}`,
    at: start + at,
    count: 1,
    lastAt: start + at,
    requestId: `req-${made}`,
    caller: 'user:us_1',
    method: 'GET',
    path: '/v1/videos/vt_1',
    model: null,
    status: 200,
    errorCode: null,
    durationMs: 2,
    jobId: 'vt_1',
    disconnected: false,
    promptDigest: null,
    prompt: null,
    ...wish,
  };
}

const poll: CallLikeness = { kind: 'poll' };
const refusedFrom = (from: string, route = '/v1/videos'): CallLikeness => ({
  kind: 'refused',
  route,
  from,
});
const refusal = (at: number, wish: Partial<RequestLogEntry> = {}) =>
  newCall(at, { caller: null, status: 401, errorCode: 'api_key_invalid', jobId: null, ...wish });

/** The rows as a store keeps them: of each id the last. */
function stored(rows: readonly RequestLogEntry[]): readonly RequestLogEntry[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}

describe('gathering calls', () => {
  it('[request-log-growth.polls] makes the polls of one task one row with a count and the last time', () => {
    const gatherer = new CallGatherer();
    const calls = Array.from({ length: 720 }, (_, index) => newCall(index * 4_900));
    const rows = stored(calls.map((call) => gatherer.take(call, poll)));
    const last = calls.at(-1);
    const shared = { id: calls[0]?.id, at: start, count: 720, lastAt: last?.at };
    expect(rows).toEqual([{ ...last, ...shared }]);
  });

  it('[request-log-growth.polls] begins another row for each caller, path, outcome and hour', () => {
    const gatherer = new CallGatherer();
    const others = [{}, { caller: 'native' }, { path: '/v1/videos/vt_2' }, { status: 304 }];
    const twice = [0, 1].flatMap((at) => others.map((wish) => newCall(at, wish)));
    const later = [newCall(hourMs - 2), newCall(hourMs)];
    const rows = stored([...twice, ...later].map((call) => gatherer.take(call, poll)));
    expect(rows.map(({ count }) => count)).toEqual([2, 2, 2, 2, 2]);
  });

  it('keeps a bounded number of polls in mind', () => {
    const bounds = { polls: 2, refusals: { each: 1, inAll: 1 }, refusalRows: 1 };
    const gatherer = new CallGatherer(bounds);
    const paths = ['a', 'b', 'b', 'c', 'b', 'a'];
    const rows = paths.map((path) => gatherer.take(newCall(1, { path }), poll));
    expect(rows.map(({ count }) => count)).toEqual([1, 1, 2, 1, 3, 1]);
  });

  it('[request-log-growth.refused] gives the first refused calls of a minute rows, and counts the others in one', () => {
    const gatherer = new CallGatherer();
    const take = (at: number) => gatherer.take(refusal(at), refusedFrom('203.0.113.7'));
    const rows = stored(Array.from({ length: 5_000 }, (_, index) => take(index * 10)));
    expect(rows.map(({ count }) => count)).toEqual([...Array<number>(20).fill(1), 4_980]);
    expect(rows.at(-1)).toMatchObject({ at: start + 200, lastAt: start + 49_990, status: 401 });
    expect(take(60_000)).toMatchObject({ count: 1 });
  });

  it('[request-log-growth.refused] counts apart what differs in caller, route or code, and keeps no prompt', () => {
    const bounds = { polls: 1, refusals: { each: 1, inAll: 100 }, refusalRows: 100 };
    const gatherer = new CallGatherer(bounds);
    const of = (caller: string | null, errorCode: string, route: string) =>
      gatherer.take(
        refusal(1, { caller, errorCode, promptDigest: 'ab', prompt: 'a boat', model: 'm' }),
        refusedFrom('203.0.113.7', route),
      );
    expect(of('user:us_1', 'model_invalid', '/v1/videos')).toMatchObject({ prompt: 'a boat' });
    const others = [
      of('user:us_1', 'model_invalid', '/v1/videos'),
      of('user:us_1', 'payload_invalid', '/v1/videos'),
      of('user:us_1', 'model_invalid', '/v1/video/generations'),
    ];
    expect(new Set(others.map(({ id }) => id)).size).toBe(3);
    expect(others[0]).toMatchObject({ caller: 'user:us_1', model: 'm', prompt: null });
    expect(of('user:us_2', 'model_invalid', '/v1/videos')).toMatchObject({ prompt: 'a boat' });
  });

  it('strangers without number do not take the rows of callers with a credential', () => {
    const gatherer = new CallGatherer();
    for (let caller = 0; caller < 10_000; caller += 1)
      gatherer.take(refusal(1), refusedFrom(`203.0.113.${caller}`));
    const known = refusal(2, { caller: 'user:us_1', status: 400 });
    expect(gatherer.take(known, refusedFrom('198.51.100.1'))).toBe(known);
  });

  it('takes what must stand alone as it is', () => {
    const gatherer = new CallGatherer();
    const call = newCall(1);
    expect([
      gatherer.take(call, { kind: 'alone' }),
      gatherer.take(call, { kind: 'alone' }),
    ]).toEqual([call, call]);
  });
});

const act = fc.record({
  after: fc.integer({ min: 0, max: 20_000 }),
  stranger: fc.integer({ min: 0, max: 9 }),
  isKnown: fc.boolean(),
  status: fc.constantFrom(400, 401, 429),
  isPoll: fc.boolean(),
});

test.prop([fc.array(act, { maxLength: 300 })])(
  '[request-log-growth.refused] no call is lost or counted twice, rows never shrink, and a minute has a bounded number of them',
  (acts) => {
    const bounds = { polls: 3, refusals: { each: 2, inAll: 4 }, refusalRows: 5 };
    const gatherer = new CallGatherer(bounds);
    const rows = new Map<string, RequestLogEntry>();
    const refusedRows = new Map<number, Set<string>>();
    let now = 0;
    for (const { after, stranger, isKnown, status, isPoll } of acts) {
      now += after;
      const caller = isKnown ? `user:us_${stranger}` : null;
      const call = isPoll
        ? newCall(now, { path: `/v1/videos/vt_${stranger}` })
        : refusal(now, { caller, status });
      const row = gatherer.take(call, isPoll ? poll : refusedFrom(`203.0.113.${stranger}`));
      expect(row.count).toBeGreaterThan(rows.get(row.id)?.count ?? 0);
      rows.set(row.id, row);
      const minute = Math.floor((call.at + 2) / 60_000);
      if (!isPoll) refusedRows.set(minute, (refusedRows.get(minute) ?? new Set()).add(row.id));
    }
    expect([...rows.values()].reduce((sum, { count }) => sum + count, 0)).toBe(acts.length);
    // Of callers and of strangers as many alone, the counting rows, and one of many callers for each code.
    for (const ids of refusedRows.values()) expect(ids.size).toBeLessThanOrEqual(4 + 4 + 5 + 3);
  },
);

test.prop([fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.nat(40_000)), { maxLength: 200 })])(
  'a budget tells as many refusals of each caller and of all as it may in a minute',
  (knocks) => {
    const budget = new RefusalBudget({ each: 3, inAll: 7 });
    const told = new Map<string, number>();
    let now = 0;
    for (const [caller, after] of knocks) {
      now += after;
      const minute = Math.floor(now / 60_000);
      const [own, all] = [`${minute} ${caller}`, `${minute}`];
      const mayBe = (told.get(own) ?? 0) < 3 && (told.get(all) ?? 0) < 7;
      expect(budget.takes(String(caller), now)).toBe(mayBe);
      if (mayBe) for (const key of [own, all]) told.set(key, (told.get(key) ?? 0) + 1);
    }
  },
);
