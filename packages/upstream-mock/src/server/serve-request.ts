import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ProviderResponse } from '../http/provider-request.ts';
import { type DecidedReply, decideReply, type ReplyRules } from './decide-reply.ts';
import { deliver, heldOf, resetConnection } from './deliver.ts';
import { faultOf, faultReply, type MockFault } from './mock-fault.ts';
import { type RequestLine, requestLine } from './request-line.ts';

/** Handler of requests. */
export interface RequestTarget extends ReplyRules {
  /** True during shutdown: connections are not kept alive. */
  readonly closing: () => boolean;
  /** Called with every exception that is no fault a test asked for [mock.internal-faults]. */
  readonly onFault: (fault: MockFault) => void;
  /** Called with every request that has ended. */
  readonly onRequest: ((line: RequestLine) => void) | undefined;
  /** Wall clock in ms. */
  readonly now: () => number;
}

/** Serves a request. An exception is a 500 in the mock's own shape, or cuts a response that has begun. */
export async function serveRequest(
  request: IncomingMessage,
  response: ServerResponse,
  target: RequestTarget,
): Promise<void> {
  let decided: DecidedReply | undefined;
  response.once('close', () => {
    decided?.ended?.('left');
    target.onRequest?.(requestLine(request, decided, target.now()));
  });
  try {
    decided = await decideReply(request, target);
    // A waiting caller may have disconnected meanwhile.
    if (response.closed) decided.ended?.('left');
    else await respond(request, response, { ...target, decided });
  } catch (error) {
    // The caller disconnected; there is no one to respond to.
    if (error === request.errored) {
      response.destroy();
      return;
    }
    if (response.headersSent) response.destroy();
    else {
      decided = { reply: faultReply };
      deliver(response, faultReply);
    }
    target.onFault(faultOf(request, error));
  }
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  target: RequestTarget & { readonly decided: DecidedReply },
): Promise<void> {
  const { reply, space, exchange, ended } = target.decided;
  switch (reply.kind) {
    case 'response':
      response.once('finish', () => {
        // A response that was decided before the shutdown left the connection open for another request.
        if (target.closing()) request.socket.destroySoon();
        try {
          reply.sent?.();
          ended?.('sent');
        } catch (error) {
          target.onFault(faultOf(request, error));
        }
      });
      deliver(response, target.closing() ? lastOf(reply) : reply, {
        ...(space !== undefined && { hung: space.hung }),
        ...(ended !== undefined && { ended }),
        endsFile: exchange?.reachesEnd === true,
      });
      if (reply.cutAfter !== undefined) ended?.('cut');
      if (reply.drip !== undefined) await space?.hung.settle();
      return;
    case 'hang':
      if (space === undefined) return;
      response.once('close', space.hung.hold(heldOf(request, response, ended), reply.until));
      await space.hung.settle();
      return;
    case 'reset':
      resetConnection(request.socket);
      ended?.('reset');
  }
}

function lastOf(reply: ProviderResponse): ProviderResponse {
  return { ...reply, headers: { ...reply.headers, connection: 'close' } };
}
