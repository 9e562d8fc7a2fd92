import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ServedReply } from '../records/exchanges.ts';
import type { HungResponse, HungResponses } from '../space/hung-responses.ts';
import { sendFile } from './last-byte.ts';
import type { ProviderResponse } from '../http/provider-request.ts';

export interface DeliveryOptions {
  readonly hung?: HungResponses;
  readonly ended?: ServedReply['ended'];
  /** True if the body reaches the end of a file. */
  readonly endsFile?: boolean;
}

/** Sends a response. A slow one is kept with `hung`, whose clock sends each piece. */
export function deliver(
  response: ServerResponse,
  reply: ProviderResponse,
  { hung, ended, endsFile = false }: DeliveryOptions = {},
): void {
  const { body, cutAfter, announced = body.length, drip = [] } = reply;
  response.writeHead(reply.status, {
    ...reply.headers,
    'content-type': reply.contentType,
    // In a 304 it would be that of the file (RFC 9110 §8.6).
    ...(reply.status !== 304 && { 'content-length': announced }),
    // Bytes beyond the announced length would be read as the next response.
    ...(announced !== body.length && { connection: 'close' }),
  });
  if (cutAfter !== undefined) {
    // The reset would overtake bytes that have not been sent yet.
    response.write(body.subarray(0, cutAfter), () => response.destroy());
    return;
  }
  const end = (piece: Uint8Array) => {
    if (endsFile) sendFile(response, piece);
    else response.end(piece);
  };
  if (drip.length === 0 || hung === undefined) {
    end(body);
    return;
  }
  const [first, ...rest] = piecesOf(body, drip.length + 1);
  response.write(first);
  const next = () => {
    const piece = rest.shift() ?? new Uint8Array();
    if (rest.length === 0) end(piece);
    else response.write(piece);
  };
  const held: HungResponse = {
    ...heldOf(response.req, response, ended),
    steps: { at: drip, next },
  };
  response.once('close', hung.hold(held, null));
}

/** A held connection that ends without (the rest of) a response. */
export function heldOf(
  request: IncomingMessage,
  response: ServerResponse,
  ended: ServedReply['ended'] | undefined,
): HungResponse {
  return {
    end: () =>
      new Promise((resolve) => {
        ended?.('reset');
        if (response.closed) resolve();
        response.once('close', resolve);
        resetConnection(request.socket);
      }),
  };
}

/** Resets a connection. Node cannot reset one that it is closing because its client left: no `close` would follow. */
export function resetConnection(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}

/** Splits the bytes into pieces of nearly equal size. */
export function piecesOf(body: Uint8Array, count: number): readonly Uint8Array[] {
  const from = (piece: number) => Math.floor((body.length * piece) / count);
  return Array.from({ length: count }, (_, piece) => body.subarray(from(piece), from(piece + 1)));
}
