import type { FastifyReply } from 'fastify';
import { bounded, errorCodeHeader, errorCodeOf } from '../mechanics/error-codes.ts';
import { jsonContentType } from '../mechanics/route-compilers.ts';

/** Every way a call of the admin API can be refused or fail. */
export const adminFailureKinds = [
  'no-session',
  'login-failed',
  'login-throttled',
  'one-time-code-required',
  'one-time-code-wrong',
  'confirmation-failed',
  'second-factor-state',
  'login-busy',
  'credentials-throttled',
  'foreign-origin',
  'foreign-host',
  'route-not-found',
  'method-not-allowed',
  'not-found',
  'request-malformed',
  'body-too-large',
  'media-type-unsupported',
  'field-invalid',
  'label-taken',
  'key-in-use',
  'not-unknown',
  'request-timeout',
  'too-many-requests',
  'overloaded',
  'no-result',
  'user-erased',
  'storage-unavailable',
  'internal',
] as const;

export type AdminFailureKind = (typeof adminFailureKinds)[number];

export interface AdminFailure {
  readonly kind: AdminFailureKind;
  /** For the person at the console. */
  readonly detail: string;
  /** When trying again may help, ms from now. */
  readonly retryAfterMs?: number;
  /** Methods the path has, for 405. */
  readonly allow?: string;
}

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

/** Answers a method the path does not have. */
export function refuseMethod(reply: FastifyReply, allow: string): void {
  sendAdminFailure(reply, {
    kind: 'method-not-allowed',
    detail: `This path takes ${allow} only.`,
    allow,
  });
}
