import { describe, expect, it } from 'vitest';
import { responseRule, challengeRule, createFailureResponses } from './failure-responses.ts';

const { failureBody, failureHeaders } = createFailureResponses({
  'key-missing': challengeRule('key_missing'),
  'field-wrong': responseRule(400, 'field_wrong'),
  conflict: responseRule(409, 'conflict', 'never'),
  busy: responseRule(503, 'busy', 'later'),
});

describe('body of a failure', () => {
  it('names a field only where one is concerned', () => {
    const failure = { kind: 'field-wrong', message: 'why' } as const;
    const error = { message: 'why', type: 'invalid_request_error', code: 'field_wrong' };
    expect(failureBody(failure)).toEqual({ error });
    expect(failureBody(failure).error).not.toHaveProperty('param');
    expect(failureBody({ ...failure, param: 'seconds' })).toEqual({
      error: { ...error, param: 'seconds' },
    });
  });

  it('reports whose fault it is', () => {
    expect(failureBody({ kind: 'busy', message: '' }).error.type).toBe('server_error');
    expect(failureBody({ kind: 'conflict', message: '' }).error.type).toBe('invalid_request_error');
  });
});

describe('headers of a failure', () => {
  it('asks clients not to retry what never succeeds', () => {
    expect(failureHeaders({ kind: 'conflict', message: '' })).toEqual({
      'x-should-retry': 'false',
    });
  });

  it('forbids retries that might pay twice', () => {
    expect(failureHeaders({ kind: 'busy', message: '', unsafeToRetry: true })).toEqual({
      'x-should-retry': 'false',
    });
  });

  it.each([
    [undefined, '5'],
    [0, '1'],
    [-5000, '1'],
    [1, '1'],
    [1001, '2'],
    [60_000, '60'],
    [3_600_000, '60'],
  ])('after %j ms says Retry-After %s', (retryAfterMs, seconds) => {
    const failure = { kind: 'busy', message: '' } as const;
    expect(
      failureHeaders(retryAfterMs === undefined ? failure : { ...failure, retryAfterMs }),
    ).toEqual({ 'retry-after': seconds });
  });

  it('says nothing where waiting does not help', () => {
    expect(failureHeaders({ kind: 'busy', message: '', retryAfterMs: null })).toEqual({});
  });

  it('asks for a Bearer key', () => {
    expect(failureHeaders({ kind: 'key-missing', message: '' })).toEqual({
      'www-authenticate': 'Bearer',
    });
  });

  it('names the methods of a path', () => {
    expect(failureHeaders({ kind: 'field-wrong', message: '', allow: 'GET' })).toEqual({
      allow: 'GET',
    });
  });
});
