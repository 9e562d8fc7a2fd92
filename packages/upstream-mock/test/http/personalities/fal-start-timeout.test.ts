import { ApiError, createFalClient } from '@fal-ai/client';
import { type StartedMock, startMock, type TestSpace } from '@filmgate/upstream-mock';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';

let mock: StartedMock;
let space: TestSpace;
beforeAll(async () => {
  mock = await startMock();
});
beforeEach(async () => {
  space = mock.space();
  await space.clock.mode('frozen');
});
afterAll(() => mock.close());

const app = 'fal-ai/some-model';
const authorization = 'Key studio:secret';

/** A call below a path of fal. */
function call(path: string, init: RequestInit & { readonly headers?: object } = {}) {
  return space.fetch(`${space.url}/fal/${path}`, {
    ...init,
    headers: { authorization, ...init.headers },
  });
}

/** @param headers - such as the time to start */
function submit(prompt: string, headers: object, path = app) {
  const body = JSON.stringify({ prompt, duration: 2, resolution: '480p' });
  return call(path, { method: 'POST', body, headers });
}

async function accepted(prompt: string, seconds: string): Promise<string> {
  const response = await submit(prompt, { 'x-fal-request-timeout': seconds });
  const { request_id: id } = z.object({ request_id: z.string() }).parse(await response.json());
  return `${app}/requests/${id}`;
}

/** Status and headers of a request that did not start in time. */
function endOf({ status, headers }: Response) {
  return [status, headers.get('x-fal-error-type'), headers.get('x-fal-request-timeout-type')];
}
const tooLate = [504, 'request_timeout', 'user'];

it('[mock.fal.start] a request that has not started in time ends with 504, and nothing stays charged', async () => {
  const request = await accepted('late [[mock:queue=1m,run=1m]]', '10.5');
  const status = async () => {
    const response = await call(`${request}/status`);
    const body: unknown = await response.json();
    return body;
  };
  await space.clock.advance(10_499);
  expect(await status()).toMatchObject({ status: 'IN_QUEUE' });
  expect(space.ledger()).toMatchObject({ running: 1, charged_credits: 2 });
  await space.clock.advance(1);
  expect(await status()).toMatchObject({ status: 'COMPLETED', error_type: 'request_timeout' });
  expect(endOf(await call(request))).toEqual(tooLate);
  expect((await call(`${request}/cancel`, { method: 'PUT' })).status).toBe(400);
  expect(space.ledger()).toMatchObject({ failed: 1, charged_credits: 0 });
  await space.assertClean();
});

it('[mock.fal.start] a request that has started in time runs to its end', async () => {
  const request = await accepted('in time [[mock:queue=10s,run=1h]]', '10');
  await space.clock.advance(3_610_000);
  const response = await call(request);
  expect([response.status, response.headers.get('x-fal-request-timeout-type')]).toEqual([
    200,
    null,
  ]);
  expect(space.ledger()).toMatchObject({ completed: 1, charged_credits: 2 });
});

it('[mock.fal.start] a request that its caller cancels has not missed its start', async () => {
  const request = await accepted('canceled [[mock:queue=1m]]', '10');
  await space.clock.advance(5_000);
  await call(`${request}/cancel`, { method: 'PUT' });
  await space.clock.advance(60_000);
  expect(endOf(await call(request))).toEqual([499, 'client_cancelled', null]);
});

it('[mock.fal.start] a caller who waits gets the 504 at that time', async () => {
  await space.clock.mode('scaled(20)');
  const { now } = await space.clock.get();
  const headers = { 'x-fal-target-url': `https://fal.run/${app}`, 'x-fal-request-timeout': '10' };
  expect(endOf(await submit('waiting [[mock:queue=1h]]', headers, ''))).toEqual(tooLate);
  expect(Date.parse((await space.clock.get()).now) - Date.parse(now)).toBeGreaterThanOrEqual(
    10_000 / 20,
  );
  expect(space.ledger()).toMatchObject({ failed: 1, charged_credits: 0 });
});

it.each(['0', '0.1', '-5', 'soon', 'NaN'])(
  '[mock.fal.start] the time to start is refused if it is %s',
  async (seconds) => {
    const response = await submit('never', { 'x-fal-request-timeout': seconds });
    expect(response.status).toBe(400);
    expect(space.ledger()).toMatchObject({ accepted: 0 });
  },
);

it('[mock.fal.start] @fal-ai/client 1.10.1 reports its own time to start, and submits once', async () => {
  await space.clock.mode('scaled(20)');
  const client = createFalClient({
    credentials: 'id:secret',
    requestMiddleware: async (request) => {
      const { pathname, search } = new URL(request.url);
      return { ...request, url: `${space.url}/fal${pathname}${search}` };
    },
  });
  const input = { prompt: 'of the client [[mock:queue=1h]]' };
  const failed = client.subscribe(app, { input, startTimeout: 2, pollInterval: 10 });
  const error: unknown = await failed.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 504, timeoutType: 'user', isUserTimeout: true });
  expect(space.ledger()).toMatchObject({ accepted: 1, failed: 1, charged_credits: 0 });
  await space.assertClean();
});
