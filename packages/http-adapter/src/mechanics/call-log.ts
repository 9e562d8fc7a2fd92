import type { Socket } from 'node:net';
import type { ModelCatalog } from '@filmgate/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type CallEnd, type CallFacts, type CallLog, CallRecord } from './call-record.ts';

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
  noteCall(request, { model: canonical ?? asked });
}

/** Request decorator that holds the record of a call; absent where no log is mounted. */
const callRecordDecorator = 'callRecord';

/** The record of a call; undefined where calls are not logged. */
function callRecordOf(request: FastifyRequest): CallRecord | undefined {
  if (!request.server.hasRequestDecorator(callRecordDecorator)) return undefined;
  return request.getDecorator<CallRecord | null>(callRecordDecorator) ?? undefined;
}

/** Adds facts of the call; without a request log they are forgotten. */
export function noteCall(request: FastifyRequest, facts: CallFacts): void {
  callRecordOf(request)?.note(facts);
}

/** What stands in for the status of a call whose caller left before it was answered. */
const callerLeft = 499;

/**
 * Writes a row for each call of the routes of this scope, whatever comes of it: answered, refused, sent as raw bytes, or
 * left by its caller. Call it in a scope before its routes and its other hooks, so that refused credentials are seen.
 * Without a log nothing is installed.
 */
export function logCalls(app: FastifyInstance, log: CallLog | undefined): void {
  if (log === undefined) return;
  app.decorateRequest(callRecordDecorator, null);
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) begin(log, request, reply);
    done();
  });
}

/**
 * Writes the row of a call that waits for a job as soon as the job is accepted, so that the log tells of it even when
 * the process dies meanwhile. Note the job first.
 */
export function openCall(request: FastifyRequest): void {
  callRecordOf(request)?.open();
}

function begin(log: CallLog, request: FastifyRequest, { raw }: FastifyReply): void {
  const record = new CallRecord(log, request);
  request.setDecorator(callRecordDecorator, record);
  const { socket } = request.raw;
  // Emitted once for every answer, after its last byte was handed over or when the connection is gone.
  raw.once('close', () => {
    record.end(endOf(raw, socket));
  });
}

function endOf(raw: FastifyReply['raw'], socket: Socket): CallEnd {
  const disconnected = !raw.writableFinished;
  if (!disconnected || raw.headersSent) return { status: raw.statusCode, disconnected };
  return { status: hasLeft(socket) ? callerLeft : null, disconnected };
}

/** Whether it was the caller who ended the connection, rather than this server in order to stop. */
function hasLeft(socket: Socket): boolean {
  return socket.readableEnded || socket.errored !== null;
}
