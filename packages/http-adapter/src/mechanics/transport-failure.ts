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

/**
 * Status and code of what can be wrong with any call, whatever it asks for: the same on every programmatic surface.
 */
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
    message: 'The path holds an escape that is not valid.',
  },
  'body-malformed': { kind: 'payload-invalid', message: 'The body is not well-formed JSON.' },
  'body-too-large': { kind: 'payload-too-large', message: 'The body is too large.' },
  'media-type-unsupported': {
    kind: 'media-type-unsupported',
    message: 'The Content-Type is not one this path takes.',
    param: 'Content-Type',
  },
  'request-malformed': {
    kind: 'payload-invalid',
    message: 'This is not a well-formed HTTP request.',
  },
  'headers-too-large': { kind: 'headers-too-large', message: 'The headers are too large.' },
  'request-timeout': { kind: 'request-timeout', message: 'The request did not arrive in time.' },
  'too-many-requests': {
    kind: 'too-many-requests',
    message: 'Too many requests of this caller are open.',
  },
  overloaded: { kind: 'overloaded', message: 'Too many requests are open.' },
};

const storageMessages = {
  'data-loss':
    'The store of the service lost changes it had answered, or may have, and waits for an operator.',
  full: 'The service has no room left to store anything, and waits for an operator.',
  'in-use': 'The service cannot reach its store at the moment.',
  unreachable: 'The service cannot reach its store at the moment.',
} as const;

/** Why the store cannot do what was asked, as a caller may know it. */
export function storageFailure({
  reason,
}: StorageUnavailable): SurfaceFailure<'storage-unavailable'> {
  return { kind: 'storage-unavailable', message: storageMessages[reason ?? 'unreachable'] };
}

/** Names the types that the route takes: JSON, where it does not say. */
function mediaTypeFailure({ routeOptions }: FastifyRequest): TransportFailure {
  const types = routeOptions.schema?.consumes ?? ['application/json'];
  const message = `The Content-Type must be ${types.join(' or ')}.`;
  return { kind: 'media-type-unsupported', message, param: 'Content-Type' };
}

/** The message for a fault of ours. */
const internalFailure: TransportFailure = {
  kind: 'internal',
  message: 'The server failed to answer.',
};

/**
 * What a wrong key is answered beyond the budget of its block of addresses.
 *
 * @param retryAfterMs - until the block has room again
 */
export function throttledKey(retryAfterMs: number): TransportFailure {
  const message = 'The API key is not valid, and too many wrong ones came from your address.';
  return { kind: 'credentials-throttled', message, retryAfterMs };
}

/** The failure behind an error that nothing else recognises; `internal` when the fault is ours. */
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

/** What a programmatic surface says, in the shape both have: `{error: {message, type, code, param?}}`. */
export interface ProgrammaticErrors<Kind extends string>
  extends Omit<ErrorShape<SurfaceFailure<Kind>>, 'unknownPath'>,
    FailureResponses<Kind> {
  readonly unknownPath: TransportFailure;
  /** Words a problem that is found before any plugin is asked, with its code as the program around calls it. */
  readonly describeProblemAs: (names: ErrorCodes) => DescribeProblem;
}

/**
 * A programmatic surface's error shape.
 *
 * @param rules - status and code of every failure it has
 * @param reword - what it says of an error where that differs from what all say, which is `usual`
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
      message: `This path takes ${allow} only.`,
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
