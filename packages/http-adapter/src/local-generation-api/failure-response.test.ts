import { jobFailureCodes } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { failureKinds } from './failure.ts';
import { failureBody, failureHeaders, failureRules } from './failure-response.ts';
import { jobFailureKinds } from './job-failure.ts';

/** Typed here, never imported: what clients were promised (local-generation-api §7, decisions §5 Error codes). */
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
    'model-required': [400, 'invalid_request_error', 'model_required'],
    'model-invalid': [400, 'invalid_request_error', 'model_invalid'],
    'prompt-required': [400, 'invalid_request_error', 'prompt_required'],
    'reference-invalid': [400, 'invalid_request_error', 'reference_invalid'],
    'content-rejected': [400, 'invalid_request_error', 'content_rejected'],
    'request-rejected': [400, 'invalid_request_error', 'request_rejected'],
    'account-token-invalid': [401, 'invalid_request_error', 'upstream_account_token_invalid'],
    'account-forbidden': [403, 'invalid_request_error', 'account_forbidden'],
    'credits-exhausted': [429, 'invalid_request_error', 'account_quota_exhausted'],
    'credits-reserved': [429, 'invalid_request_error', 'account_quota_exhausted'],
    'concurrency-limited': [429, 'invalid_request_error', 'concurrency_limited'],
    'generation-failed': [502, 'server_error', 'generation_failed'],
    'result-invalid': [502, 'server_error', 'result_invalid'],
    'outcome-unknown': [502, 'server_error', 'outcome_unknown'],
    'upstream-unavailable': [503, 'server_error', 'upstream_unavailable'],
    'storage-unavailable': [503, 'server_error', 'storage_unavailable'],
    draining: [503, 'server_error', 'draining'],
    'generation-timeout': [504, 'server_error', 'generation_timeout'],
    'range-not-satisfiable': [416, 'invalid_request_error', 'range_not_satisfiable'],
    'headers-too-large': [431, 'invalid_request_error', 'headers_too_large'],
    'request-timeout': [408, 'invalid_request_error', 'request_timeout'],
    internal: [500, 'server_error', 'internal_error'],
  };

/** What a caller who waited is told of each reason a job can fail for. */
const promisedEnds: { readonly [code: string]: readonly [status: number, code: string] } = {
  content_rejected: [400, 'content_rejected'],
  request_rejected: [400, 'request_rejected'],
  account_login_lost: [401, 'upstream_account_token_invalid'],
  account_credits_exhausted: [429, 'account_quota_exhausted'],
  account_forbidden: [403, 'account_forbidden'],
  rate_limited: [429, 'concurrency_limited'],
  upstream_unavailable: [503, 'upstream_unavailable'],
  generation_failed: [502, 'generation_failed'],
  result_invalid: [502, 'result_invalid'],
  submission_not_found: [503, 'upstream_unavailable'],
  outcome_ruled_charged: [502, 'generation_failed'],
  outcome_ruled_not_charged: [502, 'generation_failed'],
};

describe('failures', () => {
  it('[local.errors.table] are exactly the promised ones', () => {
    expect(failureKinds.toSorted()).toEqual(Object.keys(promised).toSorted());
  });

  it.each([...failureKinds])('[local.errors.table] %s has its status, type and code', (kind) => {
    const { error } = failureBody({ kind, message: 'why' });
    expect([failureRules[kind].status, error.type, error.code]).toEqual(promised[kind]);
  });

  it.each([...jobFailureCodes])('[local.errors.table] a job failed for %s is told so', (code) => {
    const { status, code: told } = failureRules[jobFailureKinds[code]];
    expect([status, told]).toEqual(promisedEnds[code]);
  });

  it('[local.errors.shape] name a field only where one is concerned', () => {
    expect(failureBody({ kind: 'model-invalid', message: 'why', param: 'model' })).toEqual({
      error: {
        message: 'why',
        type: 'invalid_request_error',
        code: 'model_invalid',
        param: 'model',
      },
    });
    expect(failureBody({ kind: 'internal', message: 'why' }).error).not.toHaveProperty('param');
  });
});

describe('headers of a failure', () => {
  it.each(['outcome-unknown', 'generation-timeout', 'credits-exhausted'] as const)(
    '[local.errors.no-retry] %s tells clients not to retry',
    (kind) => {
      expect(failureHeaders({ kind, message: '' })).toEqual({ 'x-should-retry': 'false' });
    },
  );

  it('[local.errors.no-retry] a wait cut by shutdown does so too, and a refusal by it does not', () => {
    const failure = { kind: 'draining', message: '' } as const;
    expect(failureHeaders({ ...failure, unsafeToRetry: true })).toEqual({
      'x-should-retry': 'false',
    });
    expect(failureHeaders(failure)).toEqual({ 'retry-after': '5' });
  });

  it.each([
    [0, '1'],
    [1001, '2'],
    [3_600_000, '60'],
  ])('[local.errors.retry-after] 503 after %j ms says Retry-After %s', (retryAfterMs, seconds) => {
    const failure = { kind: 'upstream-unavailable', message: '', retryAfterMs } as const;
    expect(failureHeaders(failure)).toEqual({ 'retry-after': seconds });
  });

  it('[local.errors.retry-after] says nothing where waiting does not help', () => {
    const failure = { kind: 'credits-reserved', message: '', retryAfterMs: null } as const;
    expect(failureHeaders(failure)).toEqual({});
  });

  it('asks for our key, and not for an account of an upstream', () => {
    expect(failureHeaders({ kind: 'api-key-required', message: '' })).toEqual({
      'www-authenticate': 'Bearer',
    });
    expect(failureHeaders({ kind: 'account-token-invalid', message: '' })).toEqual({});
  });

  it('names the methods of a path', () => {
    expect(failureHeaders({ kind: 'method-not-allowed', message: '', allow: 'POST' })).toEqual({
      allow: 'POST',
    });
  });
});
