import { StorageUnavailable } from '@filmgate/core';
import type { FastifyReply } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { ErrorShape } from '../http/define-surface.ts';
import { bounded, errorCodeHeader, errorCodeOf } from '../http/error-codes.ts';
import { classifyFrameworkError, type FrameworkProblem } from '../http/framework-problem.ts';
import { RefusedBody, RefusedRequest } from '../http/refused-request.ts';
import { jsonContentType } from '../http/route-compilers.ts';

/** Kinds of failure of an admin API call. */
export const adminFailureKinds = [
  'no-session',
  'login-failed',
  'login-throttled',
  'one-time-code-required',
  'one-time-code-wrong',
  'confirmation-failed',
  'reauthentication-required',
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
  'account-needed',
  'key-in-use',
  'not-unknown',
  'not-adoptable',
  'maybe-sent',
  'request-timeout',
  'too-many-requests',
  'overloaded',
  'no-result',
  'result-lost',
  'result-restoring',
  'user-erased',
  'storage-unavailable',
  'internal',
] as const;

export type AdminFailureKind = (typeof adminFailureKinds)[number];

export interface AdminFailure {
  readonly kind: AdminFailureKind;
  /** For the person at the console. */
  readonly detail: string;
  /** Wait until a retry may help, in ms. */
  readonly retryAfterMs?: number;
  /** Methods of the path, for 405. */
  readonly allow?: string;
}

/** Maximum length of a sentence in a response, in UTF-16 units: it may repeat an administrator's text. */
const longestDetail = 2000;

/** Status of every failure [admin.errors-detail]. */
export const adminFailureStatuses: { readonly [K in AdminFailureKind]: number } = {
  'no-session': 401,
  'login-failed': 401,
  'login-throttled': 429,
  'one-time-code-required': 401,
  'one-time-code-wrong': 401,
  'confirmation-failed': 403,
  'reauthentication-required': 403,
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
  'account-needed': 409,
  'key-in-use': 409,
  'not-unknown': 409,
  'not-adoptable': 409,
  'maybe-sent': 409,
  'request-timeout': 408,
  'too-many-requests': 429,
  overloaded: 503,
  'no-result': 409,
  'result-lost': 410,
  'result-restoring': 503,
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

const problems: { readonly [P in FrameworkProblem]: AdminFailure } = {
  'route-not-found': { kind: 'route-not-found', detail: 'There is no such path.' },
  'path-malformed': {
    kind: 'request-malformed',
    detail: 'The path contains an invalid escape sequence.',
  },
  'body-malformed': { kind: 'request-malformed', detail: 'The body is not well-formed JSON.' },
  'body-too-large': { kind: 'body-too-large', detail: 'The body is too large.' },
  'media-type-unsupported': {
    kind: 'media-type-unsupported',
    detail: 'The body must be application/json.',
  },
  'request-malformed': { kind: 'request-malformed', detail: 'The request is not well-formed.' },
  'headers-too-large': { kind: 'request-malformed', detail: 'The headers are too large.' },
  'request-timeout': { kind: 'request-timeout', detail: 'The request did not arrive in time.' },
  'too-many-requests': {
    kind: 'too-many-requests',
    detail: 'Too many requests of this caller are in progress.',
  },
  overloaded: { kind: 'overloaded', detail: 'Too many requests are in progress.' },
};

/** The error shape of the admin API: `{detail}`. */
export const adminErrors: ErrorShape<AdminFailure> = {
  send: sendAdminFailure,
  unknownPath: problems['route-not-found'],
  wrongMethod: (allow) => ({
    kind: 'method-not-allowed',
    detail: `This path supports ${allow} only.`,
    allow,
  }),
  failureOf,
};

function failureOf(error: unknown): AdminFailure {
  if (error instanceof StorageUnavailable) {
    return { kind: 'storage-unavailable', detail: storageDetail(error), retryAfterMs: 5000 };
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const [issue] = error.validation;
    const field = issue?.instancePath.slice(1).replaceAll('/', '.') ?? '';
    return { kind: 'field-invalid', detail: `${field} ${issue?.message ?? 'is not valid'}`.trim() };
  }
  const problem = classifyFrameworkError(error);
  if (problem !== undefined && error instanceof RefusedBody) {
    return { ...problems[problem], detail: error.message };
  }
  if (error instanceof RefusedRequest) {
    const { problem: kind, message: detail } = error;
    const mayBeRepeated = kind === 'too-many-requests' || kind === 'overloaded';
    return { kind, detail, ...(mayBeRepeated ? { retryAfterMs: 5000 } : {}) };
  }
  return problem === undefined
    ? { kind: 'internal', detail: 'The server failed to process the request.' }
    : problems[problem];
}

/** Administrators receive the store's own words if they have to act. */
function storageDetail({ reason, message }: StorageUnavailable): string {
  return reason === null ? 'The store cannot be reached.' : message;
}
