import type { Socket } from 'node:net';
import type { ModelCatalog } from '@filmgate/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type RequestEnd,
  type RequestFacts,
  type RequestLog,
  RequestRecord,
} from './request-record.ts';

/**
 * Notes the requested model of a creation for the request log before the creation is checked, because operators want to
 * see the model of refused ones. Ignores anything that is not text.
 */
export function noteAskedModel(
  request: FastifyRequest,
  asked: unknown,
  { aliases }: Pick<ModelCatalog, 'aliases'>,
): void {
  if (typeof asked !== 'string' || asked === '') return;
  const canonical = Object.hasOwn(aliases, asked) ? aliases[asked] : undefined;
  noteRequest(request, { model: canonical ?? asked });
}

/** Request decorator that holds the record of a request; absent where no log is mounted. */
const requestRecordDecorator = 'requestRecord';

/** Returns the record of a request; undefined where requests are not logged. */
function requestRecordOf(request: FastifyRequest): RequestRecord | undefined {
  if (!request.server.hasRequestDecorator(requestRecordDecorator)) return undefined;
  return request.getDecorator<RequestRecord | null>(requestRecordDecorator) ?? undefined;
}

/** Adds facts of the request; without a request log they are dropped. */
export function noteRequest(request: FastifyRequest, facts: RequestFacts): void {
  requestRecordOf(request)?.note(facts);
}

/** Logged instead of a status if the caller left before the response. */
const callerLeft = 499;

/**
 * Writes a row for each request of the routes of this scope, whatever its end: responded, refused, sent as raw bytes,
 * or left by its caller. Call it in a scope before its routes and its other hooks, so that refused credentials are
 * seen. Without a log nothing is installed.
 */
export function logRequests(app: FastifyInstance, log: RequestLog | undefined): void {
  if (log === undefined) return;
  app.decorateRequest(requestRecordDecorator, null);
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) begin(log, request, reply);
    done();
  });
}

/**
 * Writes the row of a request that waits for a job as soon as the job is accepted, so that the log has the request even
 * if the process dies meanwhile. Note the job first.
 */
export function logOpenRequest(request: FastifyRequest): void {
  requestRecordOf(request)?.open();
}

function begin(log: RequestLog, request: FastifyRequest, { raw }: FastifyReply): void {
  const record = new RequestRecord(log, request);
  request.setDecorator(requestRecordDecorator, record);
  const { socket } = request.raw;
  // Emitted once for every response, after its last byte was handed over or when the connection is closed.
  raw.once('close', () => {
    record.end(endOf(raw, socket));
  });
}

function endOf(raw: FastifyReply['raw'], socket: Socket): RequestEnd {
  const disconnected = !raw.writableFinished;
  if (!disconnected || raw.headersSent) return { status: raw.statusCode, disconnected };
  return { status: hasLeft(socket) ? callerLeft : null, disconnected };
}

/** Returns true if the caller ended the connection, rather than this server in order to stop. */
function hasLeft(socket: Socket): boolean {
  return socket.readableEnded || socket.errored !== null;
}
