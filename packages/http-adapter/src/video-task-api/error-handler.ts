import { StorageUnavailable } from '@filmgate/core';
import type { FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { createErrorHandler } from '../mechanics/error-handler.ts';
import type { DescribeProblem } from '../mechanics/json-error-fallback.ts';
import {
  frameworkFailures,
  internalFailure,
  storageFailure,
  transportFailureOf,
} from '../mechanics/transport-failure.ts';
import type { VideoTaskContext } from './context.ts';
import type { Failure } from './failure.ts';
import { failureBody, failureRules, sendFailure } from './failure-response.ts';

export const routeNotFound: Failure = frameworkFailures['route-not-found'];

/** Words a problem the framework found in this API's shape. */
export const describeProblem: DescribeProblem = (problem) => {
  const failure = problem === undefined ? internalFailure : frameworkFailures[problem];
  return { status: failureRules[failure.kind].status, body: failureBody(failure) };
};

/** Answers whatever a route or the framework throws. */
export function createTaskErrorHandler({
  deps: { log },
}: VideoTaskContext): ReturnType<typeof createErrorHandler> {
  return createErrorHandler<Failure>({ log, failureOf, send: sendFailure });
}

function failureOf(error: unknown, request: FastifyRequest): Failure {
  if (error instanceof StorageUnavailable) return storageFailure(error);
  if (hasZodFastifySchemaValidationErrors(error)) {
    const [issue] = error.validation;
    const param = issue?.instancePath.slice(1).replaceAll('/', '.') ?? '';
    return {
      kind: 'payload-invalid',
      message: `${param} ${issue?.message ?? 'is not valid'}.`,
      param,
    };
  }
  return transportFailureOf(error, request);
}
