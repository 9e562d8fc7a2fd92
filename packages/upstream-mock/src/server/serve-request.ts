import type { IncomingMessage, ServerResponse } from 'node:http';
import timers from 'node:timers';
import { type CallTarget, serveCall } from './serve-call.ts';
import { BrokenConnection } from './slow-body.ts';
import { faultOf, faultReply } from './mock-fault.ts';

/** The timers of the process, also while a test fakes them. */
const { setTimeout } = timers;

/**
 * Turns of the event loop, of at least 1 ms of the real clock each, that a client has to leave before the last byte is
 * sent: a small file fits into the buffers of a connection, which hide that its reader has left [mock.taken]. A busy
 * process or machine lengthens each of them, and so gives its client more time.
 */
const turns = 5;

/** Serves a request. An exception is a 500 in the mock's own shape, or cuts a response that has begun. */
export async function serveRequest(
  request: IncomingMessage,
  response: ServerResponse,
  target: CallTarget,
): Promise<void> {
  const caller = callerOf(request, response);
  const { signal } = caller;
  try {
    const { status, headers, body } = await serveCall(request, caller, target);
    response.writeHead(status, { ...headers, ...(target.closing() && { connection: 'close' }) });
    for await (const piece of body) await new Promise((sent) => response.write(piece, sent));
    // A response that was decided before the shutdown left the connection open for another request.
    if (target.closing()) request.socket.destroySoon();
  } catch (error) {
    const isOver = error instanceof BrokenConnection || error === request.errored;
    if (isOver || signal.aborted || response.headersSent) response.destroy();
    else response.writeHead(faultReply.status, { connection: 'close' }).end(faultReply.body);
    if (!isOver && !signal.aborted) target.onFault(faultOf(request, error));
  }
}

function callerOf(request: IncomingMessage, response: ServerResponse) {
  const left = new AbortController();
  const closed = new Promise((resolve) => response.once('close', resolve));
  response.once('close', () => {
    if (!response.writableFinished) left.abort();
  });
  // It is that of the connection, which closes.
  response.on('error', () => undefined);
  return {
    signal: left.signal,
    connection: {
      reset: async () => {
        const { socket } = request;
        // Node cannot reset one that it is closing because its client left: no `close` would follow.
        if (socket.writableEnded) socket.destroy();
        else socket.resetAndDestroy();
        await closed;
      },
      finish: (piece: Uint8Array) => new Promise<void>((sent) => response.end(piece, sent)),
      pause: async () => {
        response.flushHeaders();
        for (let turn = 0; turn < turns; turn += 1)
          await new Promise((next) => setTimeout(next, 1));
      },
    },
  };
}
