import { describe, expect, it } from 'vitest';
import { Unanswered, unansweredBy, whyUnanswered } from './unanswered.ts';

function failed(code: string, cause?: unknown): Error {
  return Object.assign(new Error('secret', { cause }), { code });
}

describe('the reason why a call got no response', () => {
  it.each([
    [failed('ENOTFOUND'), 'ENOTFOUND (name not found)'],
    [failed('ECONNREFUSED'), 'ECONNREFUSED (connection refused)'],
    [failed('EPROTO'), 'EPROTO'],
    [
      failed('ERR_TLS_CERT_ALTNAME_INVALID'),
      /^ERR_TLS_\w+ \(the certificate is for another host name\)$/,
    ],
    [new Error('fetch failed', { cause: failed('EAI_AGAIN') }), /^EAI_AGAIN \(/],
    [new DOMException('given up', 'AbortError'), 'no response in time'],
    [new DOMException('too late', 'TimeoutError'), 'no response in time'],
  ])('is told of %o by its code, and never by its message', (error, expected) => {
    const why = whyUnanswered(error);
    expect(why).toMatch(expected);
    expect(why).not.toContain('secret');
  });

  it.each([
    new TypeError('secret'),
    failed('ERR_INVALID_ARG_TYPE'),
    failed('UND_ERR_INVALID_ARG'),
    failed('not a code'),
    'ECONNREFUSED',
    undefined,
  ])('is undefined for %o, which may be a fault of a program', (error) => {
    expect(whyUnanswered(error)).toBeUndefined();
    expect(unansweredBy('host.test', error)).toBe(error);
  });

  it('names the called host, once', () => {
    const named = unansweredBy('host.test', failed('ENOTFOUND'));
    expect(named).toBeInstanceOf(Unanswered);
    const wrapped = new Error('no connection', { cause: named });
    expect(whyUnanswered(wrapped)).toBe('cannot reach host.test: ENOTFOUND (name not found)');
  });
});
