import type { FastifyReply } from 'fastify';
import { type AnswerRule, answerRule as rule, retryHeaders } from '../mechanics/answer-rule.ts';
import { noteCall } from '../mechanics/call-facts.ts';
import type { ErrorBody } from '../mechanics/error-body.ts';
import { jsonContentType } from '../mechanics/plain-json.ts';
import type { Failure, FailureKind } from './failure.ts';

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
  'upgrade-required': rule(426, 'upgrade_required'),
  'range-not-satisfiable': rule(416, 'range_not_satisfiable'),
  'headers-too-large': rule(431, 'headers_too_large'),
  'request-timeout': rule(408, 'request_timeout'),
  internal: rule(500, 'internal_error'),
};

/** The body of a failure: `{error: {message, type, code, param?}}`. */
export function failureBody(failure: Failure): ErrorBody {
  const { status, code } = failureRules[failure.kind];
  const type = status < 500 ? 'invalid_request_error' : 'server_error';
  const { message, param } = failure;
  return { error: { message, type, code, ...(param === undefined ? {} : { param }) } };
}

/** Headers that belong to a failure, lower-case. */
export function failureHeaders(failure: Failure): { readonly [name: string]: string } {
  const found = failureRules[failure.kind];
  return {
    ...(found.status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
    ...(found.status === 426 ? { upgrade: 'websocket' } : {}),
    ...(failure.allow === undefined ? {} : { allow: failure.allow }),
    ...retryHeaders(found, failure),
  };
}

/** Sends a failure. */
export function sendFailure(reply: FastifyReply, failure: Failure): FastifyReply {
  const { status, code } = failureRules[failure.kind];
  noteCall(reply.request, { errorCode: code });
  return reply
    .code(status)
    .headers(failureHeaders(failure))
    .header('content-type', jsonContentType)
    .send(JSON.stringify(failureBody(failure)));
}
