import { jobFailureCodes } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { jobFailureKinds } from '../generations/job-failure.ts';
import { failureBody, failureHeaders, failureRules } from './failure.ts';

/** Typed here, never imported: the promises to clients [local.errors.table]. */
const promised: { readonly [kind: string]: readonly [status: number, code: string] } = {
  'api-key-required': [401, 'api_key_required'],
  'api-key-invalid': [401, 'api_key_invalid'],
  'credentials-throttled': [429, 'credentials_throttled'],
  'foreign-origin': [403, 'foreign_origin'],
  'foreign-host': [403, 'foreign_host'],
  'signature-invalid': [403, 'signature_invalid'],
  'route-not-found': [404, 'route_not_found'],
  'method-not-allowed': [405, 'method_not_allowed'],
  'job-not-found': [404, 'job_not_found'],
  'result-lost': [410, 'result_lost'],
  'result-restoring': [503, 'result_restoring'],
  'payload-invalid': [400, 'payload_invalid'],
  'payload-too-large': [413, 'payload_invalid'],
  'media-type-unsupported': [415, 'payload_invalid'],
  'model-required': [400, 'model_required'],
  'model-invalid': [400, 'model_invalid'],
  'model-retired': [410, 'model_retired'],
  'prompt-required': [400, 'prompt_required'],
  'reference-invalid': [400, 'reference_invalid'],
  'content-rejected': [400, 'content_rejected'],
  'request-rejected': [400, 'request_rejected'],
  'account-token-invalid': [401, 'upstream_account_token_invalid'],
  'account-forbidden': [403, 'account_forbidden'],
  'credits-exhausted': [429, 'account_quota_exhausted'],
  'credits-reserved': [429, 'account_quota_exhausted'],
  'concurrency-limited': [429, 'concurrency_limited'],
  'generation-failed': [502, 'generation_failed'],
  'result-invalid': [502, 'result_invalid'],
  'allowance-exhausted': [429, 'storage_allowance_exhausted'],
  'outcome-unknown': [502, 'outcome_unknown'],
  'upstream-unavailable': [503, 'upstream_unavailable'],
  'storage-unavailable': [503, 'storage_unavailable'],
  draining: [503, 'draining'],
  'generation-timeout': [504, 'generation_timeout'],
  'range-not-satisfiable': [416, 'range_not_satisfiable'],
  'headers-too-large': [431, 'headers_too_large'],
  'request-timeout': [408, 'request_timeout'],
  'too-many-requests': [429, 'too_many_requests'],
  overloaded: [503, 'overloaded'],
  internal: [500, 'internal_error'],
};

/** The response to a waiting caller for each reason a job can fail. */
const promisedEnds: { readonly [code: string]: readonly [status: number, code: string] } = {
  content_rejected: [400, 'content_rejected'],
  request_rejected: [400, 'request_rejected'],
  account_login_lost: [401, 'upstream_account_token_invalid'],
  account_credits_exhausted: [429, 'account_quota_exhausted'],
  account_forbidden: [403, 'account_forbidden'],
  account_removed: [401, 'upstream_account_token_invalid'],
  cancelled_by_operator: [502, 'generation_failed'],
  owner_erased: [502, 'generation_failed'],
  not_configured: [503, 'upstream_unavailable'],
  rate_limited: [429, 'concurrency_limited'],
  upstream_unavailable: [503, 'upstream_unavailable'],
  generation_failed: [502, 'generation_failed'],
  result_invalid: [502, 'result_invalid'],
  submission_not_found: [503, 'upstream_unavailable'],
  outcome_ruled_charged: [502, 'generation_failed'],
  outcome_ruled_not_charged: [502, 'generation_failed'],
};

describe('failures', () => {
  it('[local.errors.table] are exactly the promised ones, with status and code', () => {
    const actual = Object.entries(failureRules).map(([kind, rule]) => [
      kind,
      [rule.status, rule.code],
    ]);
    expect(Object.fromEntries(actual)).toEqual(promised);
  });

  it.each([...jobFailureCodes])(
    '[local.errors.table] a job failed for %s is reported so',
    (code) => {
      const { status, code: reported } = failureRules[jobFailureKinds[code]];
      expect([status, reported]).toEqual(promisedEnds[code]);
    },
  );

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
  it.each(['model-retired', 'outcome-unknown', 'generation-timeout', 'credits-exhausted'] as const)(
    '[local.errors.no-retry] %s asks clients not to retry',
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

  it('[local.errors.retry-after] 503 says when to try again', () => {
    const failure = { kind: 'upstream-unavailable', message: '', retryAfterMs: 1001 } as const;
    expect(failureHeaders(failure)).toEqual({ 'retry-after': '2' });
  });

  it('names our key as missing, and not an account of a provider', () => {
    expect(failureHeaders({ kind: 'api-key-required', message: '' })).toEqual({
      'www-authenticate': 'Bearer',
    });
    expect(failureHeaders({ kind: 'account-token-invalid', message: '' })).toEqual({});
  });
});
