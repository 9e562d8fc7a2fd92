import type { FastifyReply } from 'fastify';
import { jsonContentType } from '../mechanics/plain-json.ts';
import type { Failure, FailureKind } from './failure.ts';
import type { ErrorBody } from './schemas/error-body.ts';

interface AnswerRule {
  readonly status: number;
  readonly code: string;
  /**
   * `never`: told not to retry; `later`: told when, by the failure itself or after the usual time; `as-is`: nothing is said.
   */
  readonly retry: 'never' | 'later' | 'as-is';
}

function rule(status: number, code: string, retry: AnswerRule['retry'] = 'as-is'): AnswerRule {
  return { status, code, retry };
}

/** Status and code of every failure (video-task-api §7, decisions §3 Errors and §4). */
export const failureRules: { readonly [K in FailureKind]: AnswerRule } = {
  'api-key-required': rule(401, 'api_key_required'),
  'api-key-invalid': rule(401, 'api_key_invalid'),
  'signature-invalid': rule(403, 'signature_invalid'),
  'route-not-found': rule(404, 'route_not_found'),
  'method-not-allowed': rule(405, 'method_not_allowed'),
  'job-not-found': rule(404, 'job_not_found'),
  'payload-invalid': rule(400, 'payload_invalid'),
  'payload-too-large': rule(413, 'payload_invalid'),
  'media-type-unsupported': rule(415, 'payload_invalid'),
  'model-invalid': rule(400, 'model_invalid'),
  'idempotency-key-required': rule(400, 'idempotency_key_required'),
  'idempotency-key-invalid': rule(400, 'idempotency_key_invalid'),
  'idempotency-key-conflict': rule(409, 'idempotency_key_conflict', 'never'),
  'plugin-invalid': rule(400, 'plugin_invalid'),
  'asset-not-found': rule(400, 'asset_not_found'),
  'asset-too-large': rule(413, 'asset_too_large'),
  'asset-type-unsupported': rule(415, 'asset_type_unsupported'),
  'quota-exhausted': rule(429, 'api_user_total_limit_exhausted', 'never'),
  'credits-exhausted': rule(409, 'trae_credits_exhausted', 'never'),
  'account-unavailable': rule(409, 'trae_protocol_account_unavailable', 'never'),
  'settlement-pending': rule(503, 'trae_credits_settlement_pending', 'later'),
  'credits-unavailable': rule(503, 'trae_credits_unavailable', 'later'),
  'upstream-unavailable': rule(503, 'trae_protocol_unavailable', 'later'),
  'queue-full': rule(503, 'trae_protocol_unavailable', 'later'),
  'storage-unavailable': rule(503, 'trae_protocol_unavailable', 'later'),
  'range-not-satisfiable': rule(416, 'range_not_satisfiable'),
  'headers-too-large': rule(431, 'headers_too_large'),
  'request-timeout': rule(408, 'request_timeout'),
  internal: rule(500, 'internal_error'),
};

/** `Retry-After` where a failure does not say, and its bounds, in seconds (decisions §3 Errors). */
const usualRetrySeconds = 5;
const longestRetrySeconds = 60;

/** The body of a failure: `{error: {message, type, code, param?}}`. */
export function failureBody(failure: Failure): ErrorBody {
  const { status, code } = failureRules[failure.kind];
  const type = status < 500 ? 'invalid_request_error' : 'server_error';
  const { message, param } = failure;
  return { error: { message, type, code, ...(param === undefined ? {} : { param }) } };
}

/** Headers that belong to a failure, lower-case. */
export function failureHeaders(failure: Failure): { readonly [name: string]: string } {
  const { status, retry } = failureRules[failure.kind];
  return {
    ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    ...(failure.allow === undefined ? {} : { allow: failure.allow }),
    ...retryHeaders(retry, failure),
  };
}

function retryHeaders(
  retry: AnswerRule['retry'],
  failure: Failure,
): { readonly [name: string]: string } {
  if (retry === 'never' || failure.unsafeToRetry === true) return { 'x-should-retry': 'false' };
  if (retry === 'as-is' || failure.retryAfterMs === null) return {};
  const seconds =
    failure.retryAfterMs === undefined ? usualRetrySeconds : Math.ceil(failure.retryAfterMs / 1000);
  return { 'retry-after': String(Math.min(longestRetrySeconds, Math.max(1, seconds))) };
}

/** Sends a failure. */
export function sendFailure(reply: FastifyReply, failure: Failure): FastifyReply {
  return reply
    .code(failureRules[failure.kind].status)
    .headers(failureHeaders(failure))
    .header('content-type', jsonContentType)
    .send(JSON.stringify(failureBody(failure)));
}
