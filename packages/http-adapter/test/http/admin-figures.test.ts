import type { Job, OperationSample } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { overview } from '../../src/admin-api/schemas/overview.ts';
import { detailBody } from '../../src/admin-api/schemas/page.ts';
import { samplesResponse } from '../../src/admin-api/schemas/sample.ts';
import { AdminTestApi, createAdminTestApi, type Send } from '../doubles/admin-test-api.ts';
import { bodyOf } from '../doubles/body-of.ts';
import { draftOf } from '../doubles/task-bodies.ts';

const minute = 60_000;
/** A Friday, some minutes after four in the morning. */
const now = Date.UTC(2026, 0, 2, 3, 4, 5, 678);
const thisMinute = Math.floor(now / minute) * minute;

async function start(): Promise<{ readonly api: AdminTestApi; readonly send: Send }> {
  const api = await createAdminTestApi();
  return { api, send: api.as(await api.login()) };
}

function sampleAt(at: number, wish: Partial<OperationSample> = {}): OperationSample {
  return {
    node: 'node-1',
    at,
    gateway: {
      waiting: 2,
      open: 5,
      unknownOutcomes: 1,
      busySlots: 3,
      totalSlots: 8,
      usedBytes: null,
      freeBytes: 1_000,
    },
    families: { vidA: { busy: 3, total: 8, waiting: 2 } },
    accounts: { ac_1: { busy: 3, total: 8 } },
    counts: {
      accepted: 4,
      completed: 3,
      failed: 1,
      creditsSpent: 40,
      calls: 60,
      failedCalls: 2,
    },
    toResult: { 60: 3 },
    toStart: {},
    ...wish,
  };
}

async function makeJob(api: AdminTestApi, id: string, changes: Partial<Job>): Promise<void> {
  await api.gateway.accept({
    owner: 'user:us_1',
    surface: 'tasks',
    jobId: id,
    idempotency: null,
    content: null,
    draft: draftOf({}),
    warnings: [],
    whenAccountUnavailable: 'refuse',
  });
  api.gateway.change(id, changes);
}

describe('samples', () => {
  const url = '/api/v1/admin/samples';
  const span = (from: number, to: number) =>
    `from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`;

  it('[samples.route] are listed between two instants at a step, with all of it together', async () => {
    const { api, send } = await start();
    const hour = 60 * minute;
    const from = Math.floor(now / hour) * hour;
    api.samples.push(
      sampleAt(from - minute),
      sampleAt(from),
      sampleAt(from + minute, {
        gateway: { ...sampleAt(0).gateway, waiting: 5, open: null },
        toResult: { 70: 1 },
      }),
      sampleAt(from + 20 * minute),
    );
    const body = bodyOf(
      await send('GET', `${url}?${span(from, from + hour)}&step=600&by=family`),
      samplesResponse.strict(),
    );
    expect(body.data.map(({ at }) => at)).toEqual([
      new Date(from).toISOString(),
      new Date(from + 20 * minute).toISOString(),
    ]);
    expect(body.data[0]).toMatchObject({
      samples: 2,
      waiting: { mean: 3.5, max: 5 },
      open: { mean: 5, max: 5 },
      used_bytes: null,
      calls: 120,
      credits_spent: 80,
      groups: [{ id: 'vidA', busy: 3, total: 8, waiting: 2 }],
    });
    expect(body.data[0]?.to_result.count).toBe(4);
    expect(body.data[0]?.to_start).toEqual({ count: 0, p50_ms: null, p95_ms: null });
    expect(body.total).toMatchObject({ samples: 3, calls: 180, completed: 9 });
    const byAccount = bodyOf(
      await send('GET', `${url}?${span(from, from + minute)}&step=60&by=account`),
      samplesResponse.strict(),
    );
    expect(byAccount.data[0]?.groups).toEqual([{ id: 'ac_1', busy: 3, total: 8, waiting: null }]);
  });

  it('[samples.route] of a time without samples are empty', async () => {
    const { send } = await start();
    const response = await send('GET', `${url}?${span(now - minute, now)}&step=60`);
    expect(response.json()).toEqual({ data: [], total: null, next_cursor: null });
  });

  it.each([
    ['', 'from'],
    [`${span(now, now - 1)}&step=60`, 'to must be after from'],
    [`${span(now - minute, now)}&step=90`, 'step must be a multiple of 60 seconds'],
    [`${span(now - minute, now)}&step=0`, 'step'],
    [`${span(now - 1_501 * minute, now)}&step=60`, 'step must leave at most 1500 steps'],
    [`${span(now - minute, now)}&step=60&by=owner`, 'by must be family or account'],
  ])('[samples.route] refuse %s', async (query, reason) => {
    const { send } = await start();
    const response = await send('GET', `${url}?${query}`);
    expect(response.statusCode).toBe(422);
    expect(bodyOf(response, detailBody).detail).toContain(reason);
  });
});

describe('the overview', () => {
  const url = '/api/v1/admin/overview';
  const read = async (send: Send) => bodyOf(await send('GET', url), overview.strict());

  it('[overview.route] reports version, start, store, queue, and jobs that need a resolution', async () => {
    const { api, send } = await start();
    await makeJob(api, 'vt_1', { state: 'queued' });
    await makeJob(api, 'vt_2', { state: 'polling' });
    await makeJob(api, 'vt_3', { state: 'completed' });
    const unknown = { state: 'outcome_unknown', unknownSince: now, handle: null } as const;
    await makeJob(api, 'vt_4', { ...unknown, dueAt: null });
    await makeJob(api, 'vt_5', { ...unknown, dueAt: now + 5_000 });
    expect(await read(send)).toMatchObject({
      at: new Date(now).toISOString(),
      version: '1.2.3',
      started_at: '2026-01-02T00:00:00.000Z',
      store: { name: 'memory', response_ms: 2 },
      queue: {
        waiting: 1,
        awaiting_configuration: 0,
        open: 4,
        unknown_outcomes: 2,
        need_resolution: 1,
        need_resolution_is_exact: true,
        unreadable: 0,
      },
      disk: { results_bytes: null, free_bytes: null, measured_at: null },
    });
  });

  it('[overview.denying-accounts] names accounts that deny all their jobs, and since when', async () => {
    const { api, send } = await start();
    const doubt = { word: 'denied', source: 'ac_1@', since: now, latest: now, looks: 1 } as const;
    const denied = { state: 'outcome_unknown', accountId: 'ac_gone', doubt } as const;
    await makeJob(api, 'vt_1', denied);
    expect((await read(send)).denying_accounts).toEqual([]);
    await makeJob(api, 'vt_2', denied);
    expect((await read(send)).denying_accounts).toEqual([
      { id: 'ac_gone', label: 'ac_gone', jobs: 2, since: new Date(now).toISOString() },
    ]);
  });

  it('[overview.route] sums up the day of UTC, and the last hour', async () => {
    const { api, send } = await start();
    const nothing = await read(send);
    expect(nothing.today).toBeNull();
    expect(nothing.last_hour).toBeNull();
    const midnight = Date.UTC(2026, 0, 2);
    api.samples.push(
      sampleAt(midnight - minute),
      sampleAt(midnight),
      sampleAt(thisMinute - 60 * minute),
      sampleAt(thisMinute - 59 * minute),
      sampleAt(thisMinute),
    );
    const { today, today_since, last_hour } = await read(send);
    expect(today_since).toBe('2026-01-02T00:00:00.000Z');
    expect(today).toMatchObject({ samples: 4, credits_spent: 160 });
    expect(last_hour).toMatchObject({ samples: 2, calls: 120, failed_calls: 4 });
  });

  it('[overview.route][overview.waiting] shows the pool as its capacity does, and why jobs wait, with the names of accounts', async () => {
    const { api, send } = await start();
    await api.accounts.add({
      id: 'ac_1',
      endpoint: 'mock',
      settings: { label: 'Main', families: ['vm_std-2.0'], concurrency: 2, credits: 100 },
      now,
    });
    const load = api.accounts.loadsById.get('ac_1');
    if (load === undefined) throw new Error('no account');
    const account = { ...load.account, creditsCheckedAt: now };
    api.accounts.loadsById.set('ac_1', { ...load, account, busy: 2 });
    await makeJob(api, 'vt_1', { state: 'queued' });
    const { capacity, accounts, waiting } = await read(send);
    expect(capacity.slots).toEqual({ total: 2, busy: 2, free: 0 });
    expect(capacity.families.find(({ family }) => family === 'vm_std-2.0')).toEqual({
      family: 'vm_std-2.0',
      slots: { total: 2, busy: 2, free: 0 },
      waiting: 1,
    });
    expect(accounts).toEqual([
      {
        id: 'ac_1',
        label: 'Main',
        slots: { total: 2, busy: 2, free: 0 },
        busy: 2,
        concurrency: 2,
        busy_unknown: 0,
        unknown_until: null,
      },
    ]);
    expect(waiting).toEqual({
      looked_at: 1,
      families: [
        {
          family: 'vm_std-2.0',
          jobs: 1,
          oldest_at: new Date(now).toISOString(),
          starting: 0,
          stuck: 0,
          reasons: [{ reason: 'busy', accounts: ['Main'], account_ids: ['ac_1'], jobs: 1 }],
        },
      ],
    });
  });

  it('[overview.disk] reports the measurement, and the free space', async () => {
    const api = new AdminTestApi();
    const { createAdminApi } = await import('../../src/index.ts');
    const disk = { resultBytes: 5, assetBytes: 6, databaseBytes: null, measuredAt: now };
    await api.app.register(
      createAdminApi({
        ...api.deps('http://localhost:8787'),
        status: {
          ...api.status,
          diskUse: () => disk,
          freeBytes: async () => 7,
          isSpaceLow: async () => true,
        },
      }),
    );
    expect((await read(api.as(await api.login()))).disk).toEqual({
      results_bytes: 5,
      assets_bytes: 6,
      database_bytes: null,
      free_bytes: 7,
      free_is_low: true,
      measured_at: new Date(now).toISOString(),
    });
  });
});
