import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  classifyClientError,
  classifyFrameworkError,
  type FrameworkProblem,
} from './framework-problem.ts';
import { jsonContentType } from './route-compilers.ts';
import { securityHeaders } from './open-responses.ts';

/** One error response, ready to be sent. */
export interface ErrorResponse {
  readonly status: number;
  readonly body: object;
}

/** Words a problem the framework found for a surface; undefined is a fault of ours. */
export type DescribeProblem = (problem: FrameworkProblem | undefined) => ErrorResponse;

/**
 * For Fastify's `frameworkErrors`: responds in the surface's shape to requests that fail before a route is chosen, such
 * as a path with an invalid escape.
 */
export function createFrameworkErrorHandler(
  describe: DescribeProblem,
): (error: unknown, request: FastifyRequest, reply: FastifyReply) => void {
  return (error, request, reply) => {
    const { status, body } = describe(classifyFrameworkError(error));
    void reply
      .code(status)
      .headers(securityHeaders)
      .header('x-request-id', request.id)
      .header('content-type', jsonContentType)
      // No hook ran, so nothing limits the rest of its body.
      .header('connection', 'close')
      .send(JSON.stringify(body));
  };
}

/**
 * For Fastify's `clientErrorHandler`: responds to bytes that are not an HTTP request. Nothing is written into a
 * response that has begun, because the caller could not separate the two.
 */
export function createClientErrorHandler(
  describe: DescribeProblem,
  nextRequestId: () => string,
): (error: unknown, socket: Socket) => void {
  return (error, socket) => {
    if (socket.destroyed || !socket.writable) return;
    if (responseHasBegun(socket)) {
      socket.destroy();
      return;
    }
    const response = describe(classifyClientError(error));
    socket.end(rawResponse(response, nextRequestId()));
  };
}

function rawResponse({ status, body }: ErrorResponse, requestId: string): string {
  const text = JSON.stringify(body);
  const headers = {
    ...securityHeaders,
    'x-request-id': `req_${requestId}`,
    'content-type': jsonContentType,
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}\r\n${lines.join('')}\r\n${text}`;
}

/**
 * Node keeps the response being written on the socket, and checks likewise (`lib/_http_server.js`, `socketOnError`).
 */
function responseHasBegun(socket: Socket): boolean {
  const message: unknown = Reflect.get(socket, '_httpMessage');
  return (
    typeof message === 'object' &&
    message !== null &&
    'headersSent' in message &&
    message.headersSent === true
  );
}
