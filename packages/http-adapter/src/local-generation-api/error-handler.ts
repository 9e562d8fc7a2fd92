import { StorageUnavailable } from '@filmgate/core';
import type { FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
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
import type { LocalContext } from './context.ts';
import { type Failure, failureBody, failureRules, sendFailure } from './failure.ts';

/**
 * Fastify options for a listener that serves this API: what fails before any plugin is asked (a path that cannot be
 * decoded, bytes that are no HTTP) is answered in this API's shape too, and nothing but the API itself ends a long wait.
 *
 * @param nextId - makes request ids
 */
export function localGenerationServerOptions(
  nextId: () => string,
): Pick<
  FastifyServerOptions,
  | 'frameworkErrors'
  | 'clientErrorHandler'
  | 'genReqId'
  | 'return503OnClosing'
  | 'routerOptions'
  | 'connectionTimeout'
  | 'requestTimeout'
  | 'handlerTimeout'
> {
  return {
    frameworkErrors: createFrameworkErrorHandler(describeProblem),
    clientErrorHandler: createClientErrorHandler(describeProblem, nextId),
    genReqId: createRequestIds(nextId),
    return503OnClosing: false,
    // Ids are short; longer ones are answered as the unknown ids they are.
    routerOptions: { maxParamLength: 512 },
    // No byte moves while a generation is awaited [local.wait.server-timeouts]: 0 is no limit.
    connectionTimeout: 0,
    requestTimeout: 0,
    handlerTimeout: 0,
  };
}

const mediaTypeUnsupported: Failure = {
  ...frameworkFailures['media-type-unsupported'],
  message: 'The Content-Type must be application/json.',
};

export const routeNotFound: Failure = frameworkFailures['route-not-found'];

/** Words a problem the framework found in this API's shape. */
const describeProblem: DescribeProblem = (problem) => {
  const failure = problem === undefined ? internalFailure : frameworkFailures[problem];
  return { status: failureRules[failure.kind].status, body: failureBody(failure) };
};

/**
 * Answers whatever a route or the framework throws.
 *
 * @param send - words the answer; in the shape of the programmatic routes when absent
 */
export function createLocalErrorHandler(
  { deps: { log }, begun }: Pick<LocalContext, 'deps' | 'begun'>,
  send: (reply: FastifyReply, failure: Failure) => unknown = sendFailure,
): ReturnType<typeof createErrorHandler> {
  return createErrorHandler<Failure>({
    log,
    failureOf: (error, request) => {
      const failure = failureOf(error, request);
      return begun.has(request) ? notRepeated(failure) : failure;
    },
    send,
  });
}

/** A call that fails after its generation was accepted, or may have been, would pay once more when repeated. */
function notRepeated(failure: Failure): Failure {
  const message = `${failure.message} What was accepted goes on; look in the request log before trying again.`;
  return { ...failure, message, unsafeToRetry: true };
}

function failureOf(error: unknown, request: FastifyRequest): Failure {
  if (error instanceof StorageUnavailable) return storageFailure(error);
  const failure = transportFailureOf(error, request);
  return failure.kind === 'media-type-unsupported' ? mediaTypeUnsupported : failure;
}
