import type { FastifyReply } from 'fastify';
import { type AnswerRule, answerRule as rule, retryHeaders } from '../mechanics/answer-rule.ts';
import { noteCall } from '../mechanics/call-facts.ts';
import type { ErrorBody } from '../mechanics/error-body.ts';
import { jsonContentType } from '../mechanics/plain-json.ts';
import type { Failure, FailureKind } from './failure.ts';

/** Status and code of every failure (local-generation-api §7, decisions §5 Error codes). */
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
  'model-required': rule(400, 'model_required'),
  'model-invalid': rule(400, 'model_invalid'),
  'prompt-required': rule(400, 'prompt_required'),
  'reference-invalid': rule(400, 'reference_invalid'),
  'content-rejected': rule(400, 'content_rejected'),
  'request-rejected': rule(400, 'request_rejected'),
  'account-token-invalid': rule(401, 'upstream_account_token_invalid'),
  'account-forbidden': rule(403, 'account_forbidden'),
  'credits-exhausted': rule(429, 'account_quota_exhausted', 'never'),
  'credits-reserved': rule(429, 'account_quota_exhausted', 'later'),
  'concurrency-limited': rule(429, 'concurrency_limited', 'later'),
  'generation-failed': rule(502, 'generation_failed'),
  'result-invalid': rule(502, 'result_invalid'),
  'outcome-unknown': rule(502, 'outcome_unknown', 'never'),
  'upstream-unavailable': rule(503, 'upstream_unavailable', 'later'),
  'storage-unavailable': rule(503, 'storage_unavailable', 'later'),
  draining: rule(503, 'draining', 'later'),
  'generation-timeout': rule(504, 'generation_timeout', 'never'),
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
  const isOurKey = failure.kind === 'api-key-required' || failure.kind === 'api-key-invalid';
  return {
    ...(isOurKey ? { 'www-authenticate': 'Bearer' } : {}),
    ...(failure.allow === undefined ? {} : { allow: failure.allow }),
    ...retryHeaders(failureRules[failure.kind], failure),
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
