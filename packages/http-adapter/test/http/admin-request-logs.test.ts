import type { RequestLogEntry } from '@filmgate/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { type AdminTestApi, createAdminTestApi, type Send } from '../doubles/admin-test-api.ts';

const path = '/api/v1/admin/request-logs';

const row: RequestLogEntry = {
  id: '01',
  at: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
  count: 720,
  lastAt: Date.UTC(2026, 0, 2, 3, 59, 5, 678),
  requestId: 'req_1',
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
};

const nothing = {
  path: null,
  status: null,
  caller: null,
  model: null,
  jobId: null,
  from: null,
  until: null,
  text: null,
  after: null,
  limit: 50,
};

describe('the request log', () => {
  let api: AdminTestApi;
  let send: Send;
  beforeEach(async () => {
    api = await createAdminTestApi();
    send = api.as(await api.login());
  });

  it('[request-log.list][request-log-growth.columns] is shown in the words of the contract', async () => {
    api.requestLogs.give([row, { ...row, id: '02', prompt: 'a boat' }], 'cursor-1');
    const response = await send('GET', path);
    const shown = {
      id: '01',
      time: '2026-01-02T03:04:05.678Z',
      count: 720,
      last_time: '2026-01-02T03:59:05.678Z',
      request_id: 'req_1',
      caller: 'user:us_1',
      method: 'POST',
      path: '/v1/videos',
      model: 'vm_std-2.0',
      status: 202,
      error_code: null,
      duration_ms: 12,
      job_id: 'vt_1',
      disconnected: false,
      prompt_digest: 'ab',
    };
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      data: [shown, { ...shown, id: '02', prompt: 'a boat' }],
      next_cursor: 'cursor-1',
    });
    expect(api.requestLogs.asked).toEqual([nothing]);
  });

  it('[request-log.list] passes every filter on, and accepts an API user by its id alone', async () => {
    const filters = {
      path: '/v1/videos',
      status: '499',
      caller: 'us_1',
      model: 'm',
      job_id: 'vt_1',
      from: '2026-01-02T00:00:00Z',
      to: '2026-01-03T00:00:00+01:00',
      text: 'boat',
      limit: '7',
      cursor: 'cursor-1',
    };
    await send('GET', `${path}?${new URLSearchParams(filters).toString()}`);
    expect(api.requestLogs.asked).toEqual([
      {
        path: '/v1/videos',
        status: 499,
        caller: 'user:us_1',
        model: 'm',
        jobId: 'vt_1',
        from: Date.UTC(2026, 0, 2),
        until: Date.UTC(2026, 0, 2, 23),
        text: 'boat',
        after: 'cursor-1',
        limit: 7,
      },
    ]);
  });

  it.each([
    'status=99',
    'status=2000',
    'status=ok',
    'from=yesterday',
    'to=x',
    'limit=0',
    'limit=201',
    'path=a&path=b',
    'status=200&status=201',
    `text=${'x'.repeat(201)}`,
  ])('[request-log.list] refuses %s as 422', async (query) => {
    const response = await send('GET', `${path}?${query}`);
    expect(response.statusCode).toBe(422);
    expect(response.json()).toEqual({ detail: expect.stringMatching(/^[a-z]+ must /) });
    expect(api.requestLogs.asked).toEqual([]);
  });

  it('[request-log.list] refuses a cursor the log does not know as 422', async () => {
    api.requestLogs.page = { kind: 'cursor-unknown' };
    const response = await send('GET', `${path}?cursor=nothing`);
    expect(response.statusCode).toBe(422);
    expect(response.json()).toEqual({ detail: 'cursor does not belong to this list' });
  });

  it('is shown to an administrator only', async () => {
    expect((await api.as('')('GET', path)).statusCode).toBe(401);
    expect((await send('POST', path)).statusCode).toBe(405);
  });
});
