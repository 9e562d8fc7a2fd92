import { StorageUnavailable } from '@filmgate/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { letUploadEnd } from '../mechanics/let-upload-end.ts';
import type { DescribeProblem } from '../mechanics/json-error-fallback.ts';
import { logFailedRequest } from '../mechanics/log-failed-request.ts';
import {
  frameworkFailures,
  internalFailure,
  transportFailureOf,
} from '../mechanics/transport-failure.ts';
import type { VideoTaskContext } from './context.ts';
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

export const routeNotFound: Failure = frameworkFailures['route-not-found'];

/** Words a problem the framework found in this API's shape. */
export const describeProblem: DescribeProblem = (problem) => {
  const failure = problem === undefined ? internalFailure : frameworkFailures[problem];
  return { status: failureRules[failure.kind].status, body: failureBody(failure) };
};

/** Answers whatever a route or the framework throws. */
export function createErrorHandler({
  deps,
}: VideoTaskContext): (error: unknown, request: FastifyRequest, reply: FastifyReply) => void {
  return (error, request, reply) => {
    const failure = failureOf(error, request);
    logFailedRequest(deps.log, request, { kind: failure.kind, error });
    letUploadEnd(request, reply);
    sendFailure(reply, failure);
  };
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
