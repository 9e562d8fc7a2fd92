import { StorageUnavailable } from '@filmgate/core';
import type { FastifyRequest } from 'fastify';
import type { ErrorShape } from './define-surface.ts';
import type { ErrorCodes } from './error-codes.ts';
import {
  type ResponseRule,
  responseRule as rule,
  challengeRule,
  createFailureResponses,
  type FailureResponses,
  type SurfaceFailure,
} from './failure-responses.ts';
import { classifyFrameworkError, type FrameworkProblem } from './framework-problem.ts';
import type { DescribeProblem } from './json-error-fallback.ts';
import { RefusedBody, RefusedRequest } from './refused-request.ts';

/** Status and code of faults any call can have, whatever it asks for: the same on every programmatic surface. */
export const transportRules = {
  'api-key-required': challengeRule('api_key_required'),
  'api-key-invalid': challengeRule('api_key_invalid'),
  'credentials-throttled': rule(429, 'credentials_throttled', 'later'),
  'signature-invalid': rule(403, 'signature_invalid'),
  'route-not-found': rule(404, 'route_not_found'),
  'method-not-allowed': rule(405, 'method_not_allowed'),
  'job-not-found': rule(404, 'job_not_found'),
  'result-lost': rule(410, 'result_lost', 'never'),
  'result-restoring': rule(503, 'result_restoring', 'later'),
  'payload-invalid': rule(400, 'payload_invalid'),
  'payload-too-large': rule(413, 'payload_invalid'),
  'media-type-unsupported': rule(415, 'payload_invalid'),
  'range-not-satisfiable': rule(416, 'range_not_satisfiable'),
  'headers-too-large': rule(431, 'headers_too_large'),
  'request-timeout': rule(408, 'request_timeout'),
  'too-many-requests': rule(429, 'too_many_requests', 'later'),
  overloaded: rule(503, 'overloaded', 'later'),
  internal: rule(500, 'internal_error'),
} as const;

export type TransportFailureKind = keyof typeof transportRules;

export type TransportFailure = SurfaceFailure<TransportFailureKind>;

/** The failure behind each problem the framework finds. */
const frameworkFailures: { readonly [P in FrameworkProblem]: TransportFailure } = {
  'route-not-found': { kind: 'route-not-found', message: 'There is no such path.' },
  'path-malformed': {
    kind: 'payload-invalid',
    message: 'The path contains an invalid escape sequence.',
  },
  'body-malformed': { kind: 'payload-invalid', message: 'The body is not well-formed JSON.' },
  'body-too-large': { kind: 'payload-too-large', message: 'The body is too large.' },
  'media-type-unsupported': {
    kind: 'media-type-unsupported',
    message: 'The Content-Type is not supported by this path.',
    param: 'Content-Type',
  },
  'request-malformed': {
    kind: 'payload-invalid',
    message: 'The request is not well-formed HTTP.',
  },
  'headers-too-large': { kind: 'headers-too-large', message: 'The headers are too large.' },
  'request-timeout': { kind: 'request-timeout', message: 'The request did not arrive in time.' },
  'too-many-requests': {
    kind: 'too-many-requests',
    message: 'Too many requests of this caller are in progress.',
  },
  overloaded: { kind: 'overloaded', message: 'Too many requests are in progress.' },
};

const storageMessages = {
  'data-loss':
    'The service is stopped: its database is older than expected, moved or missing. An operator must act.',
  full: 'The service is stopped: its storage is full. An operator must act.',
  'in-use': 'The service cannot reach its store.',
  unreachable: 'The service cannot reach its store.',
} as const;

/** Returns the reason a caller may learn why the store cannot do what was asked. */
export function storageFailure({
  reason,
}: StorageUnavailable): SurfaceFailure<'storage-unavailable'> {
  return { kind: 'storage-unavailable', message: storageMessages[reason ?? 'unreachable'] };
}

/** Names the types the route accepts: JSON, unless it names others. */
function mediaTypeFailure({ routeOptions }: FastifyRequest): TransportFailure {
  const types = routeOptions.schema?.consumes ?? ['application/json'];
  const message = `The Content-Type must be ${types.join(' or ')}.`;
  return { kind: 'media-type-unsupported', message, param: 'Content-Type' };
}

/** The message for a fault of ours. */
const internalFailure: TransportFailure = {
  kind: 'internal',
  message: 'The server failed to process the request.',
};

/**
 * Returns the failure of a wrong key beyond the budget of its block of addresses.
 *
 * @param retryAfterMs - until the block has room again
 */
export function throttledKey(retryAfterMs: number): TransportFailure {
  const message = 'The API key is invalid; too many invalid keys came from your address.';
  return { kind: 'credentials-throttled', message, retryAfterMs };
}

/** Returns the failure behind an error that nothing else recognises; `internal` when the fault is ours. */
function transportFailureOf(error: unknown, request: FastifyRequest): TransportFailure {
  if (error instanceof RefusedBody) return bodyFailure(error);
  if (error instanceof RefusedRequest)
    return { ...frameworkFailures[error.problem], message: error.message };
  const problem = classifyFrameworkError(error);
  if (problem === undefined) return internalFailure;
  if (problem === 'media-type-unsupported') return mediaTypeFailure(request);
  if (problem !== 'body-too-large') return frameworkFailures[problem];
  const limit = request.routeOptions.bodyLimit;
  return { kind: 'payload-too-large', message: `The body must not have more than ${limit} bytes.` };
}

function bodyFailure({ problem, message, param }: RefusedBody): TransportFailure {
  const kind = problem === 'body-too-large' ? 'payload-too-large' : 'payload-invalid';
  return { kind, message, ...(param === undefined ? {} : { param }) };
}

/** The errors of a programmatic surface, in the shape both have: `{error: {message, type, code, param?}}`. */
export interface ProgrammaticErrors<Kind extends string>
  extends Omit<ErrorShape<SurfaceFailure<Kind>>, 'unknownPath'>,
    FailureResponses<Kind> {
  readonly unknownPath: TransportFailure;
  /** Words a problem that is found before any plugin runs, with its code as the embedding program names it. */
  readonly describeProblemAs: (names: ErrorCodes) => DescribeProblem;
}

/**
 * Creates a programmatic surface's error shape.
 *
 * @param rules - status and code of every failure it has
 * @param reword - replaces `usual`, the common failure of an error, if the surface words it differently
 */
export function programmaticErrors<Kind extends string>(
  rules: {
    readonly [K in Kind | TransportFailureKind | 'storage-unavailable']: ResponseRule;
  },
  reword: (
    error: unknown,
    usual: TransportFailure,
  ) => SurfaceFailure<Kind | TransportFailureKind> | TransportFailure = (_error, usual) => usual,
): ProgrammaticErrors<Kind | TransportFailureKind | 'storage-unavailable'> {
  const responses = createFailureResponses<Kind | TransportFailureKind | 'storage-unavailable'>(
    rules,
  );
  return {
    ...responses,
    send: responses.sendFailure,
    unknownPath: frameworkFailures['route-not-found'],
    wrongMethod: (allow) => ({
      kind: 'method-not-allowed',
      message: `This path supports ${allow} only.`,
      allow,
    }),
    failureOf: (error, request) =>
      error instanceof StorageUnavailable
        ? storageFailure(error)
        : reword(error, transportFailureOf(error, request)),
    describeProblemAs: (names) => (problem) => {
      const failure = problem === undefined ? internalFailure : frameworkFailures[problem];
      const { error } = responses.failureBody(failure);
      const code = names[error.code] ?? error.code;
      return { status: rules[failure.kind].status, body: { error: { ...error, code } } };
    },
  };
}
