import { StorageUnavailable } from '@filmgate/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { letUploadEnd } from '../mechanics/let-upload-end.ts';
import type { DescribeProblem } from '../mechanics/json-error-fallback.ts';
import { logFailedRequest } from '../mechanics/log-failed-request.ts';
import {
  frameworkFailures,
  internalFailure,
  transportFailureOf,
} from '../mechanics/transport-failure.ts';
import type { LocalContext } from './context.ts';
import type { Failure } from './failure.ts';
import { failureBody, failureRules, sendFailure } from './failure-response.ts';

const storageUnavailable: Failure = {
  kind: 'storage-unavailable',
  message: 'The service cannot reach its store at the moment.',
};

const storageLost: Failure = {
  kind: 'storage-unavailable',
  message: 'The store of the service lost changes it had answered, and waits for an operator.',
};

/** Why the store cannot do what was asked, as a caller may know it. */
export function storageFailure({ reason }: StorageUnavailable): Failure {
  return reason === 'memory-lost' ? storageLost : storageUnavailable;
}

const mediaTypeUnsupported: Failure = {
  ...frameworkFailures['media-type-unsupported'],
  message: 'The Content-Type must be application/json.',
};

export const routeNotFound: Failure = frameworkFailures['route-not-found'];

/** Words a problem the framework found in this API's shape. */
export const describeProblem: DescribeProblem = (problem) => {
  const failure = problem === undefined ? internalFailure : frameworkFailures[problem];
  return { status: failureRules[failure.kind].status, body: failureBody(failure) };
};

/**
 * Answers whatever a route or the framework throws.
 *
 * @param send - words the answer; in the shape of the programmatic routes when absent
 */
export function createErrorHandler(
  { deps, begun }: Pick<LocalContext, 'deps' | 'begun'>,
  send: (reply: FastifyReply, failure: Failure) => unknown = sendFailure,
): (error: unknown, request: FastifyRequest, reply: FastifyReply) => void {
  return (error, request, reply) => {
    const failure = failureOf(error, request);
    logFailedRequest(deps.log, request, { kind: failure.kind, error });
    letUploadEnd(request, reply);
    send(reply, begun.has(request) ? notRepeated(failure) : failure);
  };
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
