import { describe, expect, it } from 'vitest';
import { failureKinds } from './failure.ts';
import { failureBody, failureHeaders, failureRules } from './failure-response.ts';

/** Typed here, never imported: what clients were promised (video-task-api §7, decisions §3 and §4). */
const promised: { readonly [kind: string]: readonly [status: number, type: string, code: string] } =
  {
    'api-key-required': [401, 'invalid_request_error', 'api_key_required'],
    'api-key-invalid': [401, 'invalid_request_error', 'api_key_invalid'],
    'signature-invalid': [403, 'invalid_request_error', 'signature_invalid'],
    'route-not-found': [404, 'invalid_request_error', 'route_not_found'],
    'method-not-allowed': [405, 'invalid_request_error', 'method_not_allowed'],
    'job-not-found': [404, 'invalid_request_error', 'job_not_found'],
    'payload-invalid': [400, 'invalid_request_error', 'payload_invalid'],
    'payload-too-large': [413, 'invalid_request_error', 'payload_invalid'],
    'media-type-unsupported': [415, 'invalid_request_error', 'payload_invalid'],
    'model-invalid': [400, 'invalid_request_error', 'model_invalid'],
    'idempotency-key-required': [400, 'invalid_request_error', 'idempotency_key_required'],
    'idempotency-key-invalid': [400, 'invalid_request_error', 'idempotency_key_invalid'],
    'idempotency-key-conflict': [409, 'invalid_request_error', 'idempotency_key_conflict'],
    'plugin-invalid': [400, 'invalid_request_error', 'plugin_invalid'],
    'asset-not-found': [400, 'invalid_request_error', 'asset_not_found'],
    'asset-too-large': [413, 'invalid_request_error', 'asset_too_large'],
    'asset-type-unsupported': [415, 'invalid_request_error', 'asset_type_unsupported'],
    'quota-exhausted': [429, 'invalid_request_error', 'api_user_total_limit_exhausted'],
    'credits-exhausted': [409, 'invalid_request_error', 'trae_credits_exhausted'],
    'account-unavailable': [409, 'invalid_request_error', 'trae_protocol_account_unavailable'],
    'settlement-pending': [503, 'server_error', 'trae_credits_settlement_pending'],
    'credits-unavailable': [503, 'server_error', 'trae_credits_unavailable'],
    'upstream-unavailable': [503, 'server_error', 'trae_protocol_unavailable'],
    'queue-full': [503, 'server_error', 'trae_protocol_unavailable'],
    'storage-unavailable': [503, 'server_error', 'trae_protocol_unavailable'],
    'range-not-satisfiable': [416, 'invalid_request_error', 'range_not_satisfiable'],
    'headers-too-large': [431, 'invalid_request_error', 'headers_too_large'],
    'request-timeout': [408, 'invalid_request_error', 'request_timeout'],
    'upgrade-required': [426, 'invalid_request_error', 'upgrade_required'],
    internal: [500, 'server_error', 'internal_error'],
  };

describe('failures', () => {
  it('are exactly the promised ones', () => {
    expect(failureKinds.toSorted()).toEqual(Object.keys(promised).toSorted());
  });

  it.each([...failureKinds])('%s has its status, type and code', (kind) => {
    const { error } = failureBody({ kind, message: 'why' });
    expect([failureRules[kind].status, error.type, error.code]).toEqual(promised[kind]);
  });

  it('name a field only where one is concerned', () => {
    expect(failureBody({ kind: 'payload-invalid', message: 'why', param: 'seconds' })).toEqual({
      error: {
        message: 'why',
        type: 'invalid_request_error',
        code: 'payload_invalid',
        param: 'seconds',
      },
    });
    expect(failureBody({ kind: 'internal', message: 'why' }).error).not.toHaveProperty('param');
  });
});

describe('headers of a failure', () => {
  it.each(
    [...failureKinds].filter((kind) => promised[kind]?.[0] === 409 || kind === 'quota-exhausted'),
  )('%s tells clients not to retry', (kind) => {
    expect(failureHeaders({ kind, message: '' })).toEqual({ 'x-should-retry': 'false' });
  });

  it.each([
    [undefined, '5'],
    [0, '1'],
    [-5000, '1'],
    [1, '1'],
    [1001, '2'],
    [60_000, '60'],
    [3_600_000, '60'],
  ])('503 after %j ms says Retry-After %s', (retryAfterMs, seconds) => {
    const failure = { kind: 'upstream-unavailable', message: '' } as const;
    expect(
      failureHeaders(retryAfterMs === undefined ? failure : { ...failure, retryAfterMs }),
    ).toEqual({
      'retry-after': seconds,
    });
  });

  it('says nothing where waiting does not help', () => {
    expect(
      failureHeaders({ kind: 'credits-unavailable', message: '', retryAfterMs: null }),
    ).toEqual({});
  });

  it('forbids the retry of what might pay twice', () => {
    expect(
      failureHeaders({ kind: 'storage-unavailable', message: '', unsafeToRetry: true }),
    ).toEqual({
      'x-should-retry': 'false',
    });
  });

  it('asks for a Bearer key', () => {
    expect(failureHeaders({ kind: 'api-key-required', message: '' })).toEqual({
      'www-authenticate': 'Bearer',
    });
  });

  it('names the methods of a path', () => {
    expect(failureHeaders({ kind: 'method-not-allowed', message: '', allow: 'GET' })).toEqual({
      allow: 'GET',
    });
  });
});
