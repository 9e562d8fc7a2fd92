import { describe, expect, it } from 'vitest';
import { classifyRefusal } from './classify-refusal.ts';

function shape(kind: string, retryAfterMs: unknown = null) {
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
    [503, 'unavailable', 'provider'],
  ])('[mock.refusal-evidence] %d %s refuses before acceptance, scope %s', (status, kind, scope) => {
    expect(classifyRefusal(status, shape(kind, 700), 9_000)).toEqual({
      kind,
      scope,
      charge: 'not-charged',
      retryAfterMs: 700,
      detail: 'said so',
    });
  });

  it('takes the time of its header where its body names none', () => {
    expect(classifyRefusal(429, shape('rate_limited'), 9_000)).toMatchObject({
      retryAfterMs: 9_000,
    });
    expect(classifyRefusal(429, shape('rate_limited'), null)).toMatchObject({ retryAfterMs: null });
  });

  it.each([
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
  ])('[mock.refusal-evidence] %d %j proves nothing', (status, body) => {
    expect(classifyRefusal(status, body, 9_000)).toBeUndefined();
  });
});
