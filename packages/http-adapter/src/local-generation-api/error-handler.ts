import { StorageUnavailable } from '@filmgate/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { drainAtMost } from '../mechanics/bounded-drain.ts';
import { classifyFrameworkError, type FrameworkProblem } from '../mechanics/framework-problem.ts';
import type { DescribeProblem } from '../mechanics/json-error-fallback.ts';
import type { LocalContext } from './context.ts';
import type { Failure } from './failure.ts';
import { failureBody, failureRules, sendFailure } from './failure-response.ts';

/** What is read and thrown away after a refusal in the middle of a body, in bytes. */
const mostDiscarded = 256 * 1024 * 1024;

const internal: Failure = { kind: 'internal', message: 'The server failed to answer.' };

export const storageUnavailable: Failure = {
  kind: 'storage-unavailable',
  message: 'The service cannot reach its store at the moment.',
};

const problems: { readonly [P in FrameworkProblem]: Failure } = {
  'route-not-found': { kind: 'route-not-found', message: 'There is no such path.' },
  'path-malformed': {
    kind: 'payload-invalid',
    message: 'The path holds an escape that is not valid.',
  },
  'body-malformed': { kind: 'payload-invalid', message: 'The body is not well-formed JSON.' },
  'body-too-large': { kind: 'payload-too-large', message: 'The body is too large.' },
  'media-type-unsupported': {
    kind: 'media-type-unsupported',
    message: 'The Content-Type must be application/json.',
    param: 'Content-Type',
  },
  'request-malformed': {
    kind: 'payload-invalid',
    message: 'This is not a well-formed HTTP request.',
  },
  'headers-too-large': { kind: 'headers-too-large', message: 'The headers are too large.' },
  'request-timeout': { kind: 'request-timeout', message: 'The request did not arrive in time.' },
};

export const routeNotFound: Failure = problems['route-not-found'];

/** Words a problem the framework found in this API's shape. */
export const describeProblem: DescribeProblem = (problem) => {
  const failure = problem === undefined ? internal : problems[problem];
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
    const fields = { request_id: request.id, route: request.routeOptions.url ?? '' };
    if (failure.kind === 'internal') deps.log.error('request_failed', error, fields);
    if (failure.kind === 'storage-unavailable')
      deps.log.error('storage_unavailable', error, fields);
    // Fastify would close the connection, and a caller still sending would see a reset instead of the answer.
    reply.removeHeader('connection');
    drainAtMost(request.raw, mostDiscarded);
    send(reply, begun.has(request) ? notRepeated(failure) : failure);
  };
}

/** A call that fails after its generation was accepted, or may have been, would pay once more when repeated. */
function notRepeated(failure: Failure): Failure {
  const message = `${failure.message} What was accepted goes on; look in the request log before trying again.`;
  return { ...failure, message, unsafeToRetry: true };
}

function failureOf(error: unknown, request: FastifyRequest): Failure {
  if (error instanceof StorageUnavailable) return storageUnavailable;
  const problem = classifyFrameworkError(error);
  if (problem === undefined) return internal;
  if (problem !== 'body-too-large') return problems[problem];
  const limit = request.routeOptions.bodyLimit;
  return { kind: 'payload-too-large', message: `The body must not have more than ${limit} bytes.` };
}
