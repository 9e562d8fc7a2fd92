import type { JsonValue, SubmitOutcome } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { createMockClient } from './create-mock-client.ts';
import { sampleRequest } from '../../test/support/sample-request.ts';

/** Outcome of a submission with this response. */
async function answered(
  status: number,
  body: JsonValue | undefined,
  retryAfter: string | null = null,
): Promise<SubmitOutcome> {
  const text = body === undefined ? '' : JSON.stringify(body);
  const bytes = new TextEncoder().encode(text);
  const unsaid = { contentType: null, contentEncoding: null, contentRange: null, etag: null };
  const client = createMockClient({
    transport: {
      send: async () => ({
        status,
        ...unsaid,
        contentLength: bytes.length,
        retryAfter,
        body: (async function* pieces() {
          yield bytes;
        })(),
      }),
    },
    speed: 1,
    now: () => 0,
  });
  const account = { id: 'account-1', label: 'one', secret: 'key-1' };
  const route = { endpoint: 'mock', model: 'any', rank: 1 };
  const named = { correlationId: 'job-1.1', noticeUrl: null };
  return await client.submit({
    account,
    submission: client.prepare({ request: sampleRequest(), route, account, ...named }),
    correlationId: 'job-1.1',
    deadlineAt: 60_000,
    readAsset: async () => new Uint8Array(),
    signal: new AbortController().signal,
  });
}

function shape(kind: string, retryAfterMs: JsonValue = null) {
  return { error: { kind, message: 'said so', retry_after_ms: retryAfterMs } };
}

describe('what an answer proves about a submission', () => {
  it.each([
    [400, 'invalid', 'request'],
    [401, 'login', 'account'],
    [402, 'credits', 'account'],
    [403, 'forbidden', 'account'],
    [429, 'rate_limited', 'account'],
    [429, 'concurrency', 'account'],
    [503, 'unavailable', 'endpoint'],
  ])(
    '[mock.refusal-evidence] %d %s refuses before acceptance, scope %s',
    async (status, kind, scope) => {
      const detail = `${kind}: said so`;
      const error = { kind, scope, charge: 'not-charged', retryAfterMs: 700, detail };
      expect(await answered(status, shape(kind, 700), '9')).toEqual({ kind: 'rejected', error });
    },
  );

  it('takes the time of its header where its body names none', async () => {
    const limited = shape('rate_limited');
    expect(await answered(429, limited, '9')).toMatchObject({ error: { retryAfterMs: 9_000 } });
    expect(await answered(429, limited)).toMatchObject({ error: { retryAfterMs: null } });
  });

  it.each<[number, JsonValue | undefined]>([
    [500, shape('unavailable')],
    [502, shape('unavailable')],
    [504, shape('unavailable')],
    [503, shape('invalid')],
    [400, shape('unavailable')],
    [429, shape('other')],
    [503, { message: 'no healthy upstream' }],
    [503, shape('unavailable', 'soon')],
    [503, shape('unavailable', -1)],
    [503, shape('unavailable', 0.5)],
    [503, '<html>'],
    [503, undefined],
    [401, null],
  ])('[mock.refusal-evidence] %d %j proves nothing', async (status, body) => {
    expect(await answered(status, body, '9')).toMatchObject({ kind: 'unknown' });
  });
});
