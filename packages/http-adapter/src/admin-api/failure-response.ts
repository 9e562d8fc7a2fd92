import type { FastifyReply } from 'fastify';
import { bounded } from '../mechanics/bounded-text.ts';
import { errorCodeHeader, errorCodeOf } from '../mechanics/error-code-header.ts';
import { jsonContentType } from '../mechanics/plain-json.ts';
import type { AdminFailure, AdminFailureKind } from './failure.ts';

/** Longest sentence that is answered, in UTF-16 units: it may repeat what an administrator wrote. */
const longestDetail = 2000;

/** Status of every failure [admin.errors-detail]. */
export const adminFailureStatuses: { readonly [K in AdminFailureKind]: number } = {
  'no-session': 401,
  'login-failed': 401,
  'login-throttled': 429,
  'one-time-code-required': 401,
  'one-time-code-wrong': 401,
  'confirmation-failed': 403,
  'second-factor-state': 409,
  'login-busy': 503,
  'credentials-throttled': 429,
  'foreign-origin': 403,
  'foreign-host': 403,
  'route-not-found': 404,
  'method-not-allowed': 405,
  'not-found': 404,
  'request-malformed': 400,
  'body-too-large': 413,
  'media-type-unsupported': 415,
  'field-invalid': 422,
  'label-taken': 409,
  'key-in-use': 409,
  'not-unknown': 409,
  'request-timeout': 408,
  'too-many-requests': 429,
  overloaded: 503,
  'no-result': 409,
  'user-erased': 409,
  'storage-unavailable': 503,
  internal: 500,
};

/** Sends a failure: `{detail}`, with its code in a header. */
export function sendAdminFailure(reply: FastifyReply, failure: AdminFailure): FastifyReply {
  const { kind, detail, retryAfterMs, allow } = failure;
  if (retryAfterMs !== undefined)
    reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfterMs / 1000))));
  if (allow !== undefined) reply.header('allow', allow);
  return reply
    .code(adminFailureStatuses[kind])
    .header('content-type', jsonContentType)
    .header(errorCodeHeader, errorCodeOf(kind))
    .send(JSON.stringify({ detail: bounded(detail, longestDetail) }));
}
