import { APICallError } from '@ai-sdk/provider';
import { describe, expect, it } from 'vitest';
import { orderVideo } from './order-video.ts';

const key = 'key-1';
const order = { body: { prompt: 'a fox' }, key, headers: undefined, signal: undefined };
const soon = { 'retry-after': '0' };
const task = { id: 'vt_1', status: 'in_progress', error: null, warnings: [] };

/** Sends an order to a gateway with these responses; returns its result or error, and the keys that arrived. */
async function orderAt(...responses: readonly Response[]) {
  const keys: (string | null)[] = [];
  const left = [...responses];
  const gateway = {
    baseURL: 'http://gateway.test/v1',
    apiKey: 'secret',
    headers: { 'Idempotency-Key': 'of all requests' },
    fetch: async (_url: unknown, init?: RequestInit) => {
      keys.push(new Headers(init?.headers).get('idempotency-key'));
      const next = left.shift();
      if (next === undefined) throw new TypeError('fetch failed');
      return next;
    },
  };
  const outcome = await orderVideo(gateway, order).catch((error: unknown) => error);
  return { outcome, keys };
}

const refusal = (status: number, headers: Record<string, string> = {}) =>
  Response.json({ error: { message: 'No.', code: 'no' } }, { status, headers });

describe('an order', () => {
  it('[ai-provider.one-order] is repeated with its own key, after a response that is no task too', async () => {
    const page = new Response('<html>Welcome</html>', { headers: soon });
    const { outcome, keys } = await orderAt(refusal(500, soon), page, Response.json(task));
    expect(outcome).toMatchObject({ task: { id: 'vt_1' }, isReplay: false });
    expect(keys).toEqual([key, key, key]);
  });

  it.each([
    [401, {}],
    [409, { 'x-should-retry': 'false' }],
    [400, {}],
  ])(
    '[ai-provider.open-order] stays open though its repetition is refused with %i',
    async (status, headers) => {
      const { outcome, keys } = await orderAt(refusal(503, soon), refusal(status, headers));
      expect(keys).toEqual([key, key]);
      expect(outcome).toMatchObject({
        statusCode: status,
        isRetryable: false,
        data: { idempotencyKey: key },
        message: expect.stringContaining(`idempotencyKey "${key}"`),
      });
    },
  );

  it('[ai-provider.open-order] waits for a limit before it is repeated, and is never retryable by the AI SDK', async () => {
    const limited = () => refusal(429, soon);
    const { outcome, keys } = await orderAt(refusal(503, soon), limited(), limited(), limited());
    expect(keys).toHaveLength(4);
    expect(outcome).toMatchObject({ statusCode: 429, isRetryable: false });
  });

  it.each([
    [429, soon, true],
    [429, { 'x-should-retry': 'false' }, false],
    [408, {}, false],
    [409, {}, false],
    [413, {}, false],
  ])(
    '[ai-provider.sdk-retries] refused at once with %i %j is retryable: %j',
    async (status, headers, isRetryable) => {
      const { outcome, keys } = await orderAt(refusal(status, headers));
      expect(keys).toEqual([key]);
      expect(APICallError.isInstance(outcome)).toBe(true);
      expect(outcome).toMatchObject({ statusCode: status, isRetryable, message: 'No. (no)' });
      expect(JSON.stringify(outcome)).not.toContain('secret');
    },
  );
});
