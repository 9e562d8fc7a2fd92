import { jobFailureCodes } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { jobFailureKinds } from '../generations/job-failure.ts';
import { failureHeaders, failureRules } from './failure.ts';
import { ownKinds } from './generation-failure.ts';

/** Typed here, never imported: the promises to clients [errors.shape]. */
const promised: { readonly [kind: string]: readonly [status: number, code: string] } = {
  'api-key-required': [401, 'api_key_required'],
  'api-key-invalid': [401, 'api_key_invalid'],
  'credentials-throttled': [429, 'credentials_throttled'],
  'signature-invalid': [403, 'signature_invalid'],
  'route-not-found': [404, 'route_not_found'],
  'method-not-allowed': [405, 'method_not_allowed'],
  'job-not-found': [404, 'job_not_found'],
  'result-lost': [410, 'result_lost'],
  'result-restoring': [503, 'result_restoring'],
  'payload-invalid': [400, 'payload_invalid'],
  'payload-too-large': [413, 'payload_invalid'],
  'media-type-unsupported': [415, 'payload_invalid'],
  'model-invalid': [400, 'model_invalid'],
  'model-retired': [410, 'model_retired'],
  'idempotency-key-required': [400, 'idempotency_key_required'],
  'idempotency-key-invalid': [400, 'idempotency_key_invalid'],
  'idempotency-key-conflict': [409, 'idempotency_key_conflict'],
  'plugin-invalid': [400, 'plugin_invalid'],
  'asset-not-found': [400, 'asset_not_found'],
  'asset-too-large': [413, 'asset_too_large'],
  'asset-type-unsupported': [415, 'asset_type_unsupported'],
  'quota-exhausted': [429, 'api_user_total_limit_exhausted'],
  'credits-exhausted': [409, 'trae_credits_exhausted'],
  'account-unavailable': [409, 'trae_protocol_account_unavailable'],
  'settlement-pending': [503, 'trae_credits_settlement_pending'],
  'credits-unavailable': [503, 'trae_credits_unavailable'],
  'upstream-unavailable': [503, 'trae_protocol_unavailable'],
  'queue-full': [503, 'trae_protocol_unavailable'],
  'owner-share-taken': [429, 'queue_share_exhausted'],
  'open-jobs-limit': [429, 'open_jobs_limit_reached'],
  'rate-limited': [429, 'rate_limited'],
  'allowance-exhausted': [429, 'storage_allowance_exhausted'],
  'references-busy': [503, 'trae_protocol_unavailable'],
  'references-limit': [429, 'references_limit_reached'],
  'space-low': [503, 'trae_protocol_unavailable'],
  'storage-unavailable': [503, 'trae_protocol_unavailable'],
  'range-not-satisfiable': [416, 'range_not_satisfiable'],
  'headers-too-large': [431, 'headers_too_large'],
  'request-timeout': [408, 'request_timeout'],
  'too-many-requests': [429, 'too_many_requests'],
  overloaded: [503, 'overloaded'],
  'upgrade-required': [426, 'upgrade_required'],
  'content-rejected': [400, 'content_rejected'],
  'request-rejected': [400, 'request_rejected'],
  'generation-failed': [502, 'generation_failed'],
  'result-invalid': [502, 'result_invalid'],
  'outcome-unknown': [502, 'outcome_unknown'],
  draining: [503, 'trae_protocol_unavailable'],
  'generation-timeout': [504, 'generation_timeout'],
  internal: [500, 'internal_error'],
};

/** The response to a caller who waits for an image, for each end of its task. */
const promisedEnds: { readonly [kind: string]: readonly [status: number, code: string] } = {
  'content-rejected': [400, 'content_rejected'],
  'request-rejected': [400, 'request_rejected'],
  'account-token-invalid': [409, 'trae_protocol_account_unavailable'],
  'account-forbidden': [409, 'trae_protocol_account_unavailable'],
  'credits-exhausted': [409, 'trae_credits_exhausted'],
  'concurrency-limited': [503, 'trae_protocol_unavailable'],
  'generation-failed': [502, 'generation_failed'],
  'result-invalid': [502, 'result_invalid'],
  'upstream-unavailable': [503, 'trae_protocol_unavailable'],
};

describe('failures', () => {
  it.each([...jobFailureCodes])(
    '[tasks.image-calls.errors] a task of an image that failed for %s is reported so',
    (reason) => {
      const kind = jobFailureKinds[reason];
      const { status, code } = failureRules[ownKinds[kind]];
      expect([status, code]).toEqual(promisedEnds[kind]);
    },
  );

  it('are exactly the promised ones, with status and code', () => {
    const actual = Object.entries(failureRules).map(([kind, rule]) => [
      kind,
      [rule.status, rule.code],
    ]);
    expect(Object.fromEntries(actual)).toEqual(promised);
  });

  it.each([
    'model-retired',
    'idempotency-key-conflict',
    'credits-exhausted',
    'account-unavailable',
    'quota-exhausted',
    'allowance-exhausted',
  ] as const)('%s tells clients not to retry', (kind) => {
    expect(failureHeaders({ kind, message: '' })).toEqual({ 'x-should-retry': 'false' });
  });

  it.each([
    'settlement-pending',
    'credits-unavailable',
    'upstream-unavailable',
    'queue-full',
    'owner-share-taken',
    'open-jobs-limit',
    'rate-limited',
    'references-busy',
    'references-limit',
    'space-low',
    'storage-unavailable',
  ] as const)('%s tells clients when to try again', (kind) => {
    expect(failureHeaders({ kind, message: '' })).toEqual({ 'retry-after': '5' });
  });

  it('the refusal of a plain request where a WebSocket is served names the upgrade', () => {
    expect(failureHeaders({ kind: 'upgrade-required', message: '' })).toEqual({
      upgrade: 'websocket',
    });
  });
});
