import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type HttpResponse, expectApiError, jsonOf, send } from '../http/response.ts';
import { eventually } from '../http/eventually.ts';
import { instant, parked, smallest } from '../http/prompts.ts';
import { type PoolWorld, serviceKey, startPoolWorld } from './pool-world.ts';

/** Responses to callers of the two surfaces about one and the same problem with the accounts. */

const plenty = { credits: 1_000_000 };
const errorSchema = z.object({ error: z.object({ code: z.string() }) });
const capacitySchema = z.object({
  slots: z.object({ total: z.number(), busy: z.number(), free: z.number() }),
  queued: z.number(),
  accounts: z.record(z.string(), z.number()),
});
const submitSchema = z.object({ accepting: z.boolean(), queued: z.number() });
let pool: PoolWorld;

beforeEach(async () => {
  pool = await startPoolWorld();
});
afterEach(async () => {
  await pool.stop();
});

const toLocal = (path: string, body?: unknown): Promise<HttpResponse> =>
  send(pool.running.localUrl + path, {
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    headers: { authorization: `Bearer ${serviceKey}`, 'content-type': 'application/json' },
  });

const chat = (content: string): Promise<HttpResponse> =>
  toLocal('/v1/chat/completions', {
    model: 'vidA-fast-4s-16x9-720p',
    messages: [{ role: 'user', content }],
  });

function expectLocal(response: HttpResponse, status: number, code: string): void {
  const { error } = errorSchema.parse(jsonOf(response));
  expect([response.status, error.code]).toEqual([status, code]);
}

async function joinFour(): Promise<void> {
  for (const label of ['one', 'two', 'three', 'four']) await pool.join(label, plenty);
}

describe('a submission or generation that fails', () => {
  it.each([
    ['refuse=400', 'request_rejected', 400, 'request_rejected'],
    ['refuse=401', 'account_login_lost', 401, 'upstream_account_token_invalid'],
    ['refuse=403', 'account_forbidden', 403, 'account_forbidden'],
    ['refuse=429', 'rate_limited', 429, 'concurrency_limited'],
    ['refuse=503', 'upstream_unavailable', 503, 'upstream_unavailable'],
    ['fail=policy', 'content_rejected', 400, 'content_rejected'],
    ['fail=credits', 'account_credits_exhausted', 429, 'account_quota_exhausted'],
    ['fail=internal', 'generation_failed', 502, 'generation_failed'],
  ])(
    '[pool.both-surfaces] by %s is a task that failed with %s, and %i %s of the synchronous call',
    { tags: 'long' },
    async (token, taskCode, status, code) => {
      await joinFour();
      const task = await pool.begin(instant('asked as a task', token));
      expect((await pool.user.failed(task)).error?.code).toBe(taskCode);
      if (token === 'refuse=503') {
        // Six refusals would open the circuit to the provider; this call gets its own pool.
        await pool.stop();
        pool = await startPoolWorld();
        await joinFour();
      }
      expectLocal(await chat(instant('asked and waited for', token)), status, code);
    },
  );

  it('[pool.both-surfaces] with an unknown outcome stays in_progress as a task, and is 502 outcome_unknown of the call, not to be retried', {
    tags: 'long',
  }, async () => {
    await pool.join('one', plenty);
    const task = await pool.begin(instant('asked as a task', 'lost-response'));
    const response = await chat(instant('asked and waited for', 'lost-response'));
    expectLocal(response, 502, 'outcome_unknown');
    expect(response.headers.get('x-should-retry')).toBe('false');
    expect((await pool.user.read(task)).status).toBe('in_progress');
    expect(await pool.takers('asked', 2)).toHaveLength(2);
  });
});

describe('a pool of which is known', () => {
  it('[pool.both-surfaces] that every login is lost is 409 for a task, and 401 of the call', async () => {
    await pool.describe('lost', { login: 'expired' });
    await pool.join('lost');
    await pool.becomes('lost', 'login_required');
    const response = await pool.user.create(smallest(parked('without account')));
    expectApiError(response, { status: 409, code: 'trae_protocol_account_unavailable' });
    expectLocal(await chat(parked('without account')), 401, 'upstream_account_token_invalid');
  });

  it('[pool.both-surfaces] that all credits are gone is 409 for a task, and 429 of the call', async () => {
    await pool.join('poor', { credits: 0 });
    const response = await pool.user.create(smallest(parked('without account')));
    expectApiError(response, { status: 409, code: 'trae_credits_exhausted' });
    expectLocal(await chat(parked('without account')), 429, 'account_quota_exhausted');
  });
});

describe('the public figures', () => {
  it('[pool.figures] of capacity and submit status come from the same numbers as the accounts', async () => {
    await pool.join('one', { ...plenty, concurrency: 2 });
    await pool.join('two', { ...plenty, concurrency: 1 });
    await pool.describe('lost', { login: 'expired' });
    await pool.join('lost', { concurrency: 7 });
    await pool.becomes('lost', 'login_required');
    await pool.join('off', { ...plenty, enabled: false, concurrency: 5 });
    for (let count = 1; count <= 3; count += 1) await pool.begin(parked(`figures ${count}`));
    await pool.takers('figures', 3);
    await pool.begin(parked('figures 4'));
    const figures = await eventually(
      async () => {
        const now = capacitySchema.parse(jsonOf(await toLocal('/api/v1/video-pool-capacity')));
        return now.queued === 1 ? now : undefined;
      },
      { what: 'the fourth to wait' },
    );
    expect(figures.slots).toMatchObject({ busy: 3, free: 0 });
    expect(figures.accounts).toMatchObject({
      total: 4,
      ready: 0,
      busy: 2,
      login_required: 1,
      disabled: 1,
    });
    const submit = submitSchema.parse(jsonOf(await toLocal('/api/v1/video-submit-status')));
    expect(submit).toEqual({ accepting: true, queued: 1 });
    const busy = await Promise.all(['one', 'two'].map((label) => pool.account(label)));
    expect(busy.map((account) => account.busy)).toEqual([2, 1]);
  });
});
