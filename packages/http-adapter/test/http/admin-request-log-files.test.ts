import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { RequestLogEntry } from '@filmgate/core';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { type AdminTestApi, createAdminTestApi, type Send } from '../doubles/admin-test-api.ts';

const path = '/api/v1/admin/request-logs';
const start = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

function newRow(number: number, wish: Partial<RequestLogEntry> = {}): RequestLogEntry {
  return {
    id: `row-${number}`,
    at: start - number,
    count: 1,
    lastAt: start - number,
    requestId: `req_${number}`,
    caller: 'user:us_1',
    method: 'POST',
    path: '/v1/videos',
    model: 'vm_std-2.0',
    status: 202,
    errorCode: null,
    durationMs: 12,
    jobId: 'vt_1',
    disconnected: false,
    promptDigest: 'ab',
    prompt: null,
    ...wish,
  };
}

const filters =
  'path=/v1/videos*&status=499&caller=us_1&model=m&job_id=vt_1&text=boat&from=2026-01-02T00:00:00Z&to=2026-01-03T00:00:00Z';
const readFilters = {
  path: '/v1/videos*',
  status: 499,
  caller: 'user:us_1',
  model: 'm',
  jobId: 'vt_1',
  text: 'boat',
  from: Date.UTC(2026, 0, 2),
  until: Date.UTC(2026, 0, 3),
};

let api: AdminTestApi;
let cookie: string;
let send: Send;
beforeEach(async () => {
  api = await createAdminTestApi();
  cookie = await api.login();
  send = api.as(cookie);
});

describe('the histogram of the request log', () => {
  it('[console.logs-histogram] passes every filter on and counts the calls by result', async () => {
    const counts = { ok: 5, refused: 4, failed: 3, clientGone: 2, open: 1 };
    api.requestLogs.buckets = [{ at: start, counts }];
    const response = await send('GET', `${path}/histogram?${filters}&bucket_ms=3600000`);
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      data: [
        {
          time: '2026-01-02T03:04:05.678Z',
          ok: 5,
          refused: 4,
          failed: 3,
          client_gone: 2,
          open: 1,
        },
      ],
    });
    expect(api.requestLogs.counted).toEqual([{ ...readFilters, bucketMs: 3_600_000 }]);
  });

  it.each([
    ['bucket_ms=1', /^from must /],
    ['from=2026-01-02T00:00:00Z&bucket_ms=1', /^to must /],
    ['from=x&to=2026-01-02T00:00:00Z&bucket_ms=1', /^from must be an ISO 8601 timestamp/],
    ['from=2026-01-02T00:00:00Z&to=2026-01-02T00:00:00Z&bucket_ms=1', /^to must be after from$/],
    ['from=1969-12-31T00:00:00Z&to=2026-01-02T00:00:00Z&bucket_ms=1', /^from must not be/],
    [
      'from=2026-01-02T00:00:00.000Z&to=2026-01-02T00:00:00.401Z&bucket_ms=1',
      /^bucket_ms must be longer: 401 buckets exceed the maximum of 400$/,
    ],
    ['from=2026-01-02T00:00:00Z&to=2026-01-03T00:00:00Z&bucket_ms=0', /^bucket_ms must /],
    ['from=2026-01-02T00:00:00Z&to=2026-01-03T00:00:00Z', /^bucket_ms must /],
  ])('[console.logs-histogram] refuses %s as 422', async (query, detail) => {
    const response = await send('GET', `${path}/histogram?${query}`);
    expect(response.statusCode).toBe(422);
    expect(response.json()).toEqual({ detail: expect.stringMatching(detail) });
    expect(api.requestLogs.counted).toEqual([]);
  });
});

describe('the export of the request log', () => {
  it('[console.logs-export] writes every page of the filtered rows, as JSON lines', async () => {
    api.requestLogs.response = ({ after, limit }) => {
      const first = Number(after ?? 0);
      const entries = Array.from({ length: Math.min(limit, 1_234 - first) }, (_, index) =>
        newRow(first + index),
      );
      const next = first + limit < 1_234 ? String(first + limit) : null;
      return { kind: 'page', entries, next };
    };
    const response = await send('GET', `${path}/export?format=jsonl&${filters}`);
    expect(response.headers).toMatchObject({
      'content-type': 'application/jsonl; charset=utf-8',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="filmgate-requests-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.jsonl"$/,
      ),
      'cache-control': 'no-store',
    });
    const lines = response.payload.trimEnd().split('\n');
    expect(lines).toHaveLength(1_234);
    expect(JSON.parse(lines[1_233] ?? '')).toMatchObject({ id: 'row-1233', status: 202 });
    const asked = { ...readFilters, limit: 500 };
    expect(api.requestLogs.asked).toEqual([
      { ...asked, after: null },
      { ...asked, after: '500' },
      { ...asked, after: '1000' },
    ]);
  });

  it('[console.logs-export][request-log-growth.columns] writes CSV that no spreadsheet calculates', async () => {
    api.requestLogs.give([
      newRow(1, { prompt: '=HYPERLINK("https://evil.example")', errorCode: null, status: null }),
      newRow(2, { path: '/v1/a,b', caller: '@who', count: 720, lastAt: start + 998 }),
    ]);
    const response = await send('GET', `${path}/export?format=csv`);
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    expect(response.payload.split('\r\n')).toEqual([
      '\uFEFFid,time,request_id,caller,method,path,model,status,error_code,duration_ms,job_id,disconnected,prompt_digest,prompt,count,last_time',
      `row-1,2026-01-02T03:04:05.677Z,req_1,user:us_1,POST,/v1/videos,vm_std-2.0,,,12,vt_1,false,ab,"'=HYPERLINK(""https://evil.example"")",1,2026-01-02T03:04:05.677Z`,
      `row-2,2026-01-02T03:04:05.676Z,req_2,'@who,POST,"/v1/a,b",vm_std-2.0,202,,12,vt_1,false,ab,,720,2026-01-02T03:04:06.676Z`,
      '',
    ]);
  });

  it('[console.logs-export] an empty log is a file with its head', async () => {
    expect((await send('GET', `${path}/export?format=jsonl`)).payload).toBe('');
    expect((await send('GET', `${path}/export?format=csv`)).payload).toMatch(/^\uFEFFid,.*\r\n$/);
  });

  it.each(['', 'format=xlsx', 'format=csv&status=ok', 'format=csv&format=csv'])(
    '[console.logs-export] refuses "%s" as 422',
    async (query) => {
      const response = await send('GET', `${path}/export?${query}`);
      expect(response.statusCode).toBe(422);
      expect(response.json()).toEqual({ detail: expect.stringMatching(/^[a-z]+ must /) });
      expect(api.requestLogs.asked).toEqual([]);
    },
  );

  it('[console.logs-export] is an error when the log cannot be read, and no file', async () => {
    api.requestLogs.page = { kind: 'cursor-unknown' };
    const response = await send('GET', `${path}/export?format=csv`);
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({ detail: expect.any(String) });
    expect(response.headers['content-disposition']).toBeUndefined();
  });

  it('[console.logs-export] reads no further than its reader, and stops when the reader leaves', async () => {
    let pages = 0;
    const text = 'x'.repeat(20_000);
    api.requestLogs.response = ({ limit }) => {
      pages += 1;
      const entries = Array.from({ length: limit }, (_, index) => newRow(index, { prompt: text }));
      return { kind: 'page', entries, next: String(pages) };
    };
    const origin = await api.app.listen({ port: 0, host: '127.0.0.1' });
    onTestFinished(() => api.app.close());
    const headers = { cookie, host: 'localhost:8787' };
    const request = get(`${origin}${path}/export?format=jsonl`, { headers });
    const response = await new Promise<IncomingMessage>((resolve) => {
      request.once('response', resolve);
    });
    await once(response, 'readable');
    // The log is endless: unread rows stop the reading.
    await expect
      .poll(
        async () => {
          const before = pages;
          await new Promise((resolve) => setImmediate(resolve));
          return pages - before;
        },
        { interval: 50 },
      )
      .toBe(0);
    expect(pages).toBeLessThan(10);
    const read = pages;
    request.destroy();
    await expect
      .poll(
        () =>
          new Promise((resolve) => {
            api.app.server.getConnections((_error, count) => resolve(count));
          }),
      )
      .toBe(0);
    expect(pages).toBeLessThanOrEqual(read + 1);
  });
});

const familyList = z.object({
  data: z.array(z.looseObject({ family: z.string(), ids: z.array(z.string()) })),
});

describe('the models', () => {
  it('[console.models] are listed with ids, aliases, options and prices, of both surfaces', async () => {
    const response = await send('GET', '/api/v1/admin/models');
    expect(response.statusCode).toBe(200);
    const { data } = familyList.parse(response.json());
    const family = (name: string) => data.find((one) => one.family === name);
    expect(family('imgA')).toMatchObject({
      surfaces: ['tasks', 'local'],
      media_type: 'image',
      durations: [],
      ids: expect.arrayContaining(['imgA-1x1-1k']),
    });
    expect(family('vm_std-2.0')).toMatchObject({
      surface: 'tasks',
      ids: ['vm_std-2.0'],
      aliases: [
        { alias: 'std-2.0', id: 'vm_std-2.0' },
        { alias: 'std-2.5', id: 'vm_std-2.0' },
      ],
    });
    expect(family('vidA-fast')).toMatchObject({
      media_type: 'video',
      durations: [4, 6, 8],
      aspect_ratios: ['16:9', '9:16'],
      prices: [{ resolution: '720p' }, { resolution: '1080p' }],
    });
    expect(family('vidA-fast')?.ids).toHaveLength(12);
  });
});
