import { setImmediate } from 'node:timers/promises';
import { createFalClient } from '@fal-ai/client';
import { type StartedMock, startMock, type TestSpace } from '@filmgate/upstream-mock';
import Replicate from 'replicate';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { openWebhookReceiver } from '../../support/webhook-receiver.ts';

let mock: StartedMock;
let space: TestSpace;
beforeAll(async () => {
  mock = await startMock();
});
beforeEach(() => {
  space = mock.space();
});
afterAll(() => mock.close());
afterEach(() => {
  vi.useRealTimers();
});

const app = 'fal-ai/some-model';
const long = '[[mock:queue=1h,run=2h]]';
const resultSchema = z.object({ video: z.object({ url: z.url() }) });

/** Without a connection, and over one. */
const ways = [
  ['space.fetch', () => space.fetch],
  ['fetch', () => fetch],
] as const;

/** A call that waits, as @fal-ai/client sends it. */
function run(prompt: string, call: typeof fetch, init: RequestInit = {}): Promise<Response> {
  const headers = {
    authorization: 'Key studio:secret',
    'x-fal-target-url': `https://fal.run/${app}`,
  };
  const body = JSON.stringify({ prompt, duration: 2, resolution: '480p' });
  return call(`${space.url}/fal/`, { method: 'POST', headers, body, ...init });
}

async function isWaiting(callers = 1): Promise<void> {
  await expect.poll(async () => (await space.clock.get()).waiting).toBe(callers);
}

async function fetched(url: string, call: typeof fetch): Promise<string> {
  const file = await call(url);
  return Buffer.from(await file.arrayBuffer()).toString('latin1', 4, 8);
}

async function submissions() {
  const { entries } = await space.journal({ op: 'submit' });
  return entries.map(({ reported, ended }) => [reported?.kind, ended]);
}

describe.each(ways)('[mock.waiting] by %s', (_, way) => {
  it('a call is answered when a move brings the end of its job, and no sooner', async () => {
    await space.clock.mode('frozen');
    let answered = false;
    const call = run(`a kite ${long}`, way()).then((response) => {
      answered = true;
      return response;
    });
    await isWaiting();
    expect((await space.clock.get()).next).toBe('2026-01-01T01:00:00.000Z');
    await space.clock.next();
    expect([answered, await submissions()]).toEqual([false, [['hang', null]]]);
    expect(space.ledger().jobs).toMatchObject([{ state: 'running', answered: false }]);
    expect((await space.clock.next()).waiting).toBe(0);
    const response = await call;
    expect(response.status).toBe(200);
    const { video } = resultSchema.parse(await response.json());
    expect(await fetched(video.url, way())).toBe('ftyp');
    const { jobs } = space.ledger();
    expect(jobs).toMatchObject([{ state: 'completed', answered: true, reads: 0, downloads: 1 }]);
    expect(await submissions()).toEqual([['response', 'sent']]);
    await space.assertClean();
  });

  it('a clock that runs answers by itself', async () => {
    const response = await run('a kite [[mock:queue=1s,run=1s]]', way());
    expect([response.status, (await space.clock.get()).waiting]).toEqual([200, 0]);
  });

  it('a call is answered at once when its job is canceled', async () => {
    await space.clock.mode('frozen');
    const call = run(`a kite ${long}`, way());
    await isWaiting();
    const [job] = space.ledger().jobs;
    const headers = { authorization: 'Key studio:secret' };
    const path = `fal/${app}/requests/${job?.id}/cancel`;
    await way()(`${space.url}/${path}`, { method: 'PUT', headers });
    expect((await call).status).toBe(499);
  });

  it('[mock.waiting.left] a caller who leaves has paid for a job that goes on, and pays again for a repeat', async () => {
    await space.clock.mode('frozen');
    const left = new AbortController();
    const call = run(`a kite ${long}`, way(), { signal: left.signal });
    await isWaiting();
    left.abort();
    await expect(call).rejects.toThrow('abort');
    await isWaiting(0);
    await space.clock.untilIdle();
    expect(await submissions()).toEqual([['hang', 'left']]);
    expect(space.ledger()).toMatchObject({
      accepted: 1,
      completed: 1,
      charged_credits: 2,
      jobs: [{ answered: false }],
    });
    expect((await space.verdict()).findings.map(({ code }) => code)).toEqual(['lost-film']);
    const repeated = await untilAnswered(run(`a kite ${long}`, way()));
    const { video } = resultSchema.parse(await repeated.json());
    await fetched(video.url, way());
    space.expectFindings('paid-twice');
    await space.assertClean();
  });

  it('[mock.waiting.left] a reset lets callers go', async () => {
    await space.clock.mode('frozen');
    const call = run(`a kite ${long}`, way());
    await isWaiting();
    await Promise.all([expect(call).rejects.toThrow('fetch failed'), space.reset()]);
    expect([(await space.clock.get()).waiting, space.ledger()]).toMatchObject([0, { accepted: 0 }]);
  });
});

it('[mock.waiting.left] the end of the mock lets callers go', async () => {
  const ending = await startMock();
  space = ending.space();
  await space.clock.mode('frozen');
  const call = run(`a kite ${long}`, fetch);
  await isWaiting();
  await Promise.all([expect(call).rejects.toThrow('fetch failed'), ending.close()]);
});

it('[mock.waiting.bounds] no call waits for more than five real minutes, and fal then says 504', async () => {
  await space.clock.mode('frozen');
  vi.useFakeTimers();
  const call = run(`a kite ${long}`, space.fetch);
  await vi.advanceTimersByTimeAsync(299_999);
  expect((await space.clock.get()).waiting).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  const response = await call;
  expect([response.status, await response.json()]).toMatchObject([
    504,
    { error_type: 'request_timeout' },
  ]);
  expect(space.ledger().jobs).toMatchObject([{ state: 'queued', answered: false }]);
});

it('[mock.waiting.bounds] where a thousand callers wait, fal refuses one more and accepts nothing', async () => {
  await space.clock.mode('frozen');
  const calls = Array.from({ length: 1_000 }, (_, number) =>
    run(`kite ${number} ${long}`, space.fetch),
  );
  await isWaiting(1_000);
  const refused = await run('one too many', space.fetch);
  expect([refused.status, space.ledger('one too many')]).toMatchObject([429, { accepted: 0 }]);
  await space.clock.untilIdle();
  const statuses = await Promise.all(calls.map(async (call) => (await call).status));
  expect(new Set(statuses)).toEqual(new Set([200]));
});

/** Moves the clock from change to change while the call waits. */
async function untilAnswered<Response>(call: Promise<Response>): Promise<Response> {
  const over = new AbortController();
  const end = () => over.abort();
  void call.then(end, end);
  while (!over.signal.aborted) {
    if ((await space.clock.get()).waiting > 0) await space.clock.next();
    await setImmediate();
  }
  return await call;
}

describe('[mock.fal.run] @fal-ai/client', () => {
  beforeEach(async () => {
    await space.clock.mode('frozen');
  });
  const runs = (prompt: string) =>
    untilAnswered(createFalClient(space.fal()).run(app, { input: { prompt } }));

  it('makes a video with one call', async () => {
    const { data, requestId } = await runs(`a kite ${long}`);
    await fetched(resultSchema.parse(data).video.url, space.fetch);
    expect(space.ledger().jobs).toMatchObject([{ id: requestId, wire: 'fal', model: app }]);
    await space.assertClean();
  });

  it.each([
    ['policy', 'ValidationError', 422],
    ['internal', 'ApiError', 500],
  ])('throws what the model says where it fails for %s', async (reason, name, status) => {
    const failed = runs(`a kite [[mock:fail=${reason}]]`);
    await expect(failed).rejects.toMatchObject({ name, status });
    expect(space.ledger().jobs).toMatchObject([{ state: 'failed', answered: true }]);
    await space.assertClean();
  });

  it.each([
    ['response=500', 1],
    ['response=500,accepted=no', 0],
  ])('is told nothing by %s', async (token, accepted) => {
    const lost = runs(`a kite [[mock:${token}]]`);
    await expect(lost).rejects.toMatchObject({ status: 500 });
    expect(space.ledger()).toMatchObject({ accepted });
  });
});

describe('[mock.replicate.wait]', () => {
  function predict(prompt: string, prefer: string, hook: object = {}): Promise<Response> {
    const input = { prompt, duration: 2, resolution: '480p' };
    const body = JSON.stringify({ input, ...hook });
    const headers = { authorization: 'Bearer studio', prefer };
    const path = 'replicate/v1/models/some/model/predictions';
    return space.fetch(`${space.url}/${path}`, { method: 'POST', headers, body });
  }

  it.each([
    ['wait', '[[mock:queue=20s,run=39s]]', 59, 'succeeded'],
    ['wait', '[[mock:queue=20s,run=40s]]', 60, 'succeeded'],
    ['wait', '[[mock:queue=20s,run=41s]]', 60, 'processing'],
    ['wait=99', '[[mock:queue=70s]]', 60, 'starting'],
    ['respond-async, WAIT=5', '[[mock:queue=6s]]', 5, 'starting'],
    ['wait=5', '[[mock:queue=1s,run=1s,fail=policy]]', 2, 'failed'],
    ['wait=0', '[[mock:queue=1s]]', 0, 'starting'],
    ['wait=soon', '[[mock:queue=1s]]', 0, 'starting'],
    ['await', '[[mock:queue=1s]]', 0, 'starting'],
    ['respond-async', '[[mock:queue=1s]]', 0, 'starting'],
  ])('%s of a job that says %s: after %i s it is %s', async (prefer, tokens, seconds, status) => {
    await space.clock.mode('frozen');
    const response = await untilAnswered(predict(`a kite ${tokens}`, prefer));
    const passed = Date.parse((await space.clock.get()).now) - Date.UTC(2026, 0, 1);
    expect([response.status, await response.json(), passed]).toMatchObject([
      201,
      { status, ...(status === 'succeeded' && { output: expect.stringContaining('http') }) },
      seconds * 1_000,
    ]);
    expect(space.ledger().jobs).toMatchObject([{ answered: true }]);
  });

  it('replicate 1.4.0 makes a video with one call', async () => {
    await space.clock.mode('frozen');
    const client = new Replicate({
      ...space.replicate(),
      fetch: space.fetch,
      useFileOutput: false,
    });
    const input = { prompt: 'a kite [[mock:queue=20s,run=20s]]' };
    const call = client.run('some/model', { input });
    await isWaiting();
    await space.clock.untilIdle();
    expect(await fetched(z.url().parse(await call), space.fetch)).toBe('ftyp');
    expect(space.ledger().jobs).toMatchObject([{ reads: 0, downloads: 1 }]);
    await space.assertClean();
  });

  it('replicate 1.4.0 gives no video back where the wait ends before the job that runs', async () => {
    await space.clock.mode('frozen');
    const client = new Replicate({ ...space.replicate(), fetch: space.fetch });
    const input = { prompt: 'a kite [[mock:queue=20s,run=1h]]' };
    expect(await untilAnswered(client.run('some/model', { input }))).toBeNull();
    await space.clock.untilIdle();
    space.expectFindings('lost-film', 'gave-up');
    await space.assertClean();
  });

  it('[mock.waiting.bounds] a call that waits for five real minutes is told how far its job has come', async () => {
    await space.clock.mode('frozen');
    vi.useFakeTimers();
    const call = predict('a kite', 'wait');
    await vi.advanceTimersByTimeAsync(300_000);
    const response = await call;
    expect([response.status, await response.json()]).toMatchObject([201, { status: 'starting' }]);
    expect(space.ledger().jobs).toMatchObject([{ answered: true }]);
  });

  it('[mock.callbacks.replicate] calls back while the caller waits', async () => {
    const receiver = await openWebhookReceiver();
    await space.clock.mode('frozen');
    const hook = { webhook: receiver.url, webhook_events_filter: ['start'] };
    const call = predict('a kite [[mock:queue=1s,run=3s]]', 'wait', hook);
    await isWaiting();
    await space.clock.next();
    const statuses = receiver.received.map(({ body }): unknown => JSON.parse(body));
    await space.clock.untilIdle();
    const response = await call;
    await receiver.close();
    expect([statuses, await response.json()]).toMatchObject([
      [{ status: 'processing' }],
      { status: 'succeeded' },
    ]);
  });
});
