import { StorageUnavailable } from '@filmgate/core';
import type { FastifyRequest, FastifyServerOptions } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { createErrorHandler } from '../mechanics/error-handler.ts';
import {
  createClientErrorHandler,
  createFrameworkErrorHandler,
  type DescribeProblem,
} from '../mechanics/json-error-fallback.ts';
import { createRequestIds } from '../mechanics/open-answers.ts';
import {
  frameworkFailures,
  internalFailure,
  storageFailure,
  transportFailureOf,
} from '../mechanics/transport-failure.ts';
import type { VideoTaskContext } from './context.ts';
import { type Failure, failureBody, failureRules, sendFailure } from './failure.ts';

/**
 * Fastify options for a listener that serves this API: what fails before any plugin is asked (a path that cannot be
 * decoded, bytes that are no HTTP) is answered in this API's shape too, and a closing server still answers what arrives.
 *
 * @param nextId - makes request ids
 */
export function videoTaskServerOptions(
  nextId: () => string,
): Pick<
  FastifyServerOptions,
  'frameworkErrors' | 'clientErrorHandler' | 'genReqId' | 'return503OnClosing' | 'routerOptions'
> {
  return {
    frameworkErrors: createFrameworkErrorHandler(describeProblem),
    clientErrorHandler: createClientErrorHandler(describeProblem, nextId),
    genReqId: createRequestIds(nextId),
    return503OnClosing: false,
    // Ids are 29 characters; longer ones are answered as the unknown ids they are.
    routerOptions: { maxParamLength: 512 },
  };
}

export const routeNotFound: Failure = frameworkFailures['route-not-found'];

/** Words a problem the framework found in this API's shape. */
const describeProblem: DescribeProblem = (problem) => {
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
