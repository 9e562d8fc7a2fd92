import { StorageUnavailable } from '@filmgate/core';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { createErrorHandler } from '../mechanics/error-handler.ts';
import { classifyFrameworkError, type FrameworkProblem } from '../mechanics/framework-problem.ts';
import { RefusedBody, RefusedRequest } from '../mechanics/refused-request.ts';
import type { AdminApiDeps } from './deps.ts';
import { type AdminFailure, sendAdminFailure } from './failure.ts';

const problems: { readonly [P in FrameworkProblem]: AdminFailure } = {
  'route-not-found': { kind: 'route-not-found', detail: 'There is no such path.' },
  'path-malformed': {
    kind: 'request-malformed',
    detail: 'The path holds an escape that is not valid.',
  },
  'body-malformed': { kind: 'request-malformed', detail: 'The body is not well-formed JSON.' },
  'body-too-large': { kind: 'body-too-large', detail: 'The body is too large.' },
  'media-type-unsupported': {
    kind: 'media-type-unsupported',
    detail: 'The body must be application/json.',
  },
  'request-malformed': { kind: 'request-malformed', detail: 'This is not a well-formed request.' },
  'headers-too-large': { kind: 'request-malformed', detail: 'The headers are too large.' },
  'request-timeout': { kind: 'request-timeout', detail: 'The request did not arrive in time.' },
  'too-many-requests': {
    kind: 'too-many-requests',
    detail: 'Too many requests of this caller are open.',
  },
  overloaded: { kind: 'overloaded', detail: 'Too many requests are open.' },
};

export const routeNotFound: AdminFailure = problems['route-not-found'];

/** Answers whatever a route or the framework throws. */
export function createAdminErrorHandler({
  log,
}: Pick<AdminApiDeps, 'log'>): ReturnType<typeof createErrorHandler> {
  return createErrorHandler<AdminFailure>({ log, failureOf, send: sendAdminFailure });
}

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
    return { kind, detail, ...(kind === 'request-timeout' ? {} : { retryAfterMs: 5000 }) };
  }
  return problem === undefined
    ? { kind: 'internal', detail: 'The server failed to answer.' }
    : problems[problem];
}

/** A loss is told to administrators in the words of the store: they are who must act. */
function storageDetail({ reason, message }: StorageUnavailable): string {
  return reason === 'memory-lost' ? message : 'The store cannot be reached at the moment.';
}
