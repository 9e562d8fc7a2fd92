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
 * Tells the request log which model a creation asks for, before the creation is judged, because an operator wants to
 * see it for refused ones. Leaves out anything that is not text.
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

/** The record of a request; undefined where requests are not logged. */
function requestRecordOf(request: FastifyRequest): RequestRecord | undefined {
  if (!request.server.hasRequestDecorator(requestRecordDecorator)) return undefined;
  return request.getDecorator<RequestRecord | null>(requestRecordDecorator) ?? undefined;
}

/** Adds facts of the request; without a request log they are forgotten. */
export function noteRequest(request: FastifyRequest, facts: RequestFacts): void {
  requestRecordOf(request)?.note(facts);
}

/** What stands in for the status of a request whose caller left before it was answered. */
const callerLeft = 499;

/**
 * Writes a row for each request of the routes of this scope, whatever comes of it: answered, refused, sent as raw bytes, or
 * left by its caller. Call it in a scope before its routes and its other hooks, so that refused credentials are seen.
 * Without a log nothing is installed.
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
 * Writes the row of a request that waits for a job as soon as the job is accepted, so that the log tells of it even when
 * the process dies meanwhile. Note the job first.
 */
export function logOpenRequest(request: FastifyRequest): void {
  requestRecordOf(request)?.open();
}

function begin(log: RequestLog, request: FastifyRequest, { raw }: FastifyReply): void {
  const record = new RequestRecord(log, request);
  request.setDecorator(requestRecordDecorator, record);
  const { socket } = request.raw;
  // Emitted once for every response, after its last byte was handed over or when the connection is gone.
  raw.once('close', () => {
    record.end(endOf(raw, socket));
  });
}

function endOf(raw: FastifyReply['raw'], socket: Socket): RequestEnd {
  const disconnected = !raw.writableFinished;
  if (!disconnected || raw.headersSent) return { status: raw.statusCode, disconnected };
  return { status: hasLeft(socket) ? callerLeft : null, disconnected };
}

/** Whether it was the caller who ended the connection, rather than this server in order to stop. */
function hasLeft(socket: Socket): boolean {
  return socket.readableEnded || socket.errored !== null;
}
