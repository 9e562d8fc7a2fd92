import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import type { RequestLogEntry } from '../ports/request-logs.ts';
import { RequestGatherer, type RequestLikeness, gatherRequests } from './request-gatherer.ts';
import { RefusalBudget } from './refusal-budget.ts';

const minuteMs = 60_000;
const start = 1_750_000_000_000 - (1_750_000_000_000 % minuteMs);
const noRequests = { ok: 0, refused: 0, failed: 0, clientGone: 0, open: 0 };
let made = 0;

function newRequest(at: number, wish: Partial<RequestLogEntry> = {}): RequestLogEntry {
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

const poll: RequestLikeness = { kind: 'poll' };
const refusedFrom = (from: string, route = '/v1/videos'): RequestLikeness => ({
  kind: 'refused',
  route,
  from,
});
const refusal = (at: number, wish: Partial<RequestLogEntry> = {}) =>
  newRequest(at, { caller: null, status: 401, errorCode: 'api_key_invalid', jobId: null, ...wish });

type Bounds = ConstructorParameters<typeof RequestGatherer>[1];

/** A gatherer, every row it wrote, and the rows that a store keeps: the last of each id. */
function world(bounds?: Bounds) {
  const written: RequestLogEntry[] = [];
  const gatherer = new RequestGatherer((rows) => void written.push(...rows), bounds);
  const stored = (): readonly RequestLogEntry[] => {
    gatherer.flush();
    return [...new Map(written.map((row) => [row.id, row])).values()];
  };
  return { gatherer, written, stored };
}

describe('gathering calls', () => {
  it('[request-log-growth.polls] makes the polls of one task in a minute one row with a count and the last time', () => {
    const { gatherer, written, stored } = world();
    const polls = Array.from({ length: 12 }, (_, index) => newRequest(index * 4_900));
    for (const one of polls) gatherer.record(one, poll);
    expect(written).toEqual([polls[0]]);
    const last = polls.at(-1);
    const shared = { id: polls[0]?.id, at: start, count: 12, lastAt: last?.at };
    expect(stored()).toEqual([{ ...last, ...shared }]);
    gatherer.flush();
    expect(written).toHaveLength(2);
  });

  it('[request-log-growth.polls] writes a row twice in each minute, however many polls it counts', () => {
    const { gatherer, written } = world();
    for (let at = 0; at < 3 * minuteMs; at += 100) gatherer.record(newRequest(at), poll);
    expect(written.map(({ count }) => count)).toEqual([1, 600, 1, 600, 1]);
  });

  it('[request-log-growth.polls] counts a poll directly where a row for it exists', () => {
    const { gatherer, stored } = world();
    const [first, second, elsewhere] = [
      newRequest(0),
      newRequest(5),
      newRequest(6, { path: '/other' }),
    ];
    expect(gatherer.countPoll(first)).toBe(false);
    gatherer.record(first, poll);
    expect([gatherer.countPoll(second), gatherer.countPoll(elsewhere)]).toEqual([true, false]);
    expect(stored()).toMatchObject([{ count: 2, requestId: second.requestId, lastAt: second.at }]);
    expect(gatherer.countPoll(newRequest(minuteMs))).toBe(false);
  });

  it('[request-log-growth.polls] begins another row for each caller, path, outcome and minute', () => {
    const { gatherer, stored } = world();
    const others = [{}, { caller: 'native' }, { path: '/v1/videos/vt_2' }, { status: 304 }];
    const twice = [0, 1].flatMap((at) => others.map((wish) => newRequest(at, wish)));
    const later = [newRequest(minuteMs - 2), newRequest(minuteMs)];
    for (const one of [...twice, ...later]) gatherer.record(one, poll);
    expect(stored().map(({ count }) => count)).toEqual([2, 2, 2, 2, 2]);
  });

  it('keeps a bounded number of polls in mind', () => {
    const bounds = { polls: 2, refusals: { each: 1, inAll: 1 }, refusalRows: 1 };
    const { gatherer, stored } = world(bounds);
    for (const path of ['a', 'b', 'b', 'c', 'b', 'a'])
      gatherer.record(newRequest(1, { path }), poll);
    expect(stored().map(({ path, count }) => `${path}${count}`)).toEqual(['a1', 'b3', 'c1', 'a1']);
  });

  it('[request-log-growth.refused] gives the first refused requests of a minute rows, and counts the others in one', () => {
    const { gatherer, written, stored } = world();
    const take = (at: number) => gatherer.record(refusal(at), refusedFrom('203.0.113.7'));
    for (let index = 0; index < 5_000; index += 1) take(index * 10);
    expect(stored().map(({ count }) => count)).toEqual([...Array<number>(20).fill(1), 4_980]);
    expect(stored().at(-1)).toMatchObject({ at: start + 200, lastAt: start + 49_990, status: 401 });
    take(60_000);
    expect(written.at(-1)).toMatchObject({ count: 1 });
  });

  it('[request-log-growth.refused] counts apart what differs in caller, route or code, and keeps no prompt', () => {
    const bounds = { polls: 1, refusals: { each: 1, inAll: 100 }, refusalRows: 100 };
    const { gatherer, written } = world(bounds);
    const of = (caller: string | null, errorCode: string, route: string) => {
      gatherer.record(
        refusal(1, { caller, errorCode, promptDigest: 'ab', prompt: 'a boat', model: 'm' }),
        refusedFrom('203.0.113.7', route),
      );
      return written.at(-1);
    };
    expect(of('user:us_1', 'model_invalid', '/v1/videos')).toMatchObject({ prompt: 'a boat' });
    const others = [
      of('user:us_1', 'model_invalid', '/v1/videos'),
      of('user:us_1', 'payload_invalid', '/v1/videos'),
      of('user:us_1', 'model_invalid', '/v1/video/generations'),
    ];
    expect(new Set(others.map((row) => row?.id)).size).toBe(3);
    expect(others[0]).toMatchObject({ caller: 'user:us_1', model: 'm', prompt: null });
    expect(of('user:us_2', 'model_invalid', '/v1/videos')).toMatchObject({ prompt: 'a boat' });
  });

  it('strangers without number do not take the rows of callers with a credential', () => {
    const { gatherer, written } = world();
    for (let caller = 0; caller < 10_000; caller += 1)
      gatherer.record(refusal(1), refusedFrom(`203.0.113.${caller}`));
    const known = refusal(2, { caller: 'user:us_1', status: 400 });
    gatherer.record(known, refusedFrom('198.51.100.1'));
    expect(written.at(-1)).toBe(known);
  });

  it('writes requests with a separate row unchanged', () => {
    const { gatherer, written } = world();
    const entry = newRequest(1);
    gatherer.record(entry, { kind: 'alone' });
    gatherer.record(entry, { kind: 'alone' });
    expect(written).toEqual([entry, entry]);
  });

  it('[request-log-growth.polls] shows every recorded request to a reader of the log', async () => {
    const rows = new Map<string, RequestLogEntry>();
    const nothing = async () => 0;
    const { gatherer, requestLogs } = gatherRequests({
      append: (entries) => {
        for (const entry of entries) rows.set(entry.id, entry);
      },
      list: async () => ({ kind: 'page', entries: [...rows.values()], next: null }),
      countOverTime: async () =>
        [...rows.values()].map(({ at, count }) => ({ at, counts: { ...noRequests, ok: count } })),
      removeBefore: nothing,
      erasePrompts: nothing,
      bytes: nothing,
      removeBeyond: nothing,
    });
    for (let at = 0; at < 3; at += 1) gatherer.record(newRequest(at), poll);
    const anything = {
      path: null,
      status: null,
      caller: null,
      model: null,
      jobId: null,
      text: null,
    };
    const query = { ...anything, from: 0, until: 1, bucketMs: 1 };
    expect(await requestLogs.countOverTime(query)).toMatchObject([{ counts: { ok: 3 } }]);
    gatherer.record(newRequest(4), poll);
    const page = await requestLogs.list({
      ...anything,
      from: null,
      until: null,
      after: null,
      limit: 1,
    });
    expect(page).toMatchObject({ entries: [{ count: 4 }] });
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
    const { gatherer, written } = world(bounds);
    const rows = new Map<string, RequestLogEntry>();
    const refusedRows = new Map<number, Set<string>>();
    const take = () => {
      for (const row of written.splice(0)) {
        expect(row.count).toBeGreaterThan(rows.get(row.id)?.count ?? 0);
        rows.set(row.id, row);
        const minute = Math.floor((row.at + 2) / minuteMs);
        if (row.status !== 200)
          refusedRows.set(minute, (refusedRows.get(minute) ?? new Set()).add(row.id));
      }
    };
    let now = 0;
    for (const { after, stranger, isKnown, status, isPoll } of acts) {
      now += after;
      const caller = isKnown ? `user:us_${stranger}` : null;
      const entry = isPoll
        ? newRequest(now, { path: `/v1/videos/vt_${stranger}` })
        : refusal(now, { caller, status });
      gatherer.record(entry, isPoll ? poll : refusedFrom(`203.0.113.${stranger}`));
      take();
    }
    gatherer.flush();
    take();
    expect([...rows.values()].reduce((sum, { count }) => sum + count, 0)).toBe(acts.length);
    // Separate rows of callers and of an equal number of strangers, the counting rows, and one of many callers for each
    // code.
    for (const ids of refusedRows.values()) expect(ids.size).toBeLessThanOrEqual(4 + 4 + 5 + 3);
  },
);

test.prop([fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.nat(40_000)), { maxLength: 200 })])(
  'a budget allows a limited number of refusals per minute, of each caller and of all',
  (knocks) => {
    const budget = new RefusalBudget({ each: 3, inAll: 7 });
    const reported = new Map<string, number>();
    let now = 0;
    for (const [caller, after] of knocks) {
      now += after;
      const minute = Math.floor(now / 60_000);
      const [own, all] = [`${minute} ${caller}`, `${minute}`];
      const mayBe = (reported.get(own) ?? 0) < 3 && (reported.get(all) ?? 0) < 7;
      expect(budget.allows(String(caller), now)).toBe(mayBe);
      if (mayBe) for (const key of [own, all]) reported.set(key, (reported.get(key) ?? 0) + 1);
    }
  },
);
