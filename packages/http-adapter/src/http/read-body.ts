import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { RefusedBody, RefusedRequest } from './refused-request.ts';

/** Initial buffer of a body, in bytes: an announced length that is never sent must cost nothing. */
const firstRoom = 16 * 1024;
/** Maximum chunks of a body, however small, and the average bytes each further chunk must have. */
const freePieces = 65_536;
const leastBytesPerPiece = 16;

/**
 * Reads the body of a request into one buffer. It costs its bytes and never a list of its chunks: a chunk of one byte
 * takes some hundred in Node, so that a few megabytes sent as one-byte chunks would fill the heap.
 *
 * @param limits.bytes - a longer body, also an announced one, is refused
 * @throws RefusedBody when the body is too long, was cut short, or comes in absurdly small chunks
 */
export async function readBody(
  request: FastifyRequest,
  payload: IncomingMessage,
  limits: { readonly bytes: number },
): Promise<Buffer> {
  const announced = announcedBytes(request);
  if (announced > limits.bytes) throw tooLarge(limits.bytes);
  const gathered = new GatheredBytes(announced, limits.bytes);
  await eachPiece(payload, (piece) => gathered.add(piece));
  return gathered.bytes();
}

function announcedBytes({ headers }: FastifyRequest): number {
  return Number(headers['content-length'] ?? 0);
}

function tooLarge(limit: number): RefusedBody {
  const message = `The body must not have more than ${limit} bytes.`;
  return new RefusedBody(message, { problem: 'body-too-large' });
}

/** Passes on the chunks of a stream until its end, or until the callback returns an error. The rest is not read. */
function eachPiece(
  payload: IncomingMessage,
  take: (piece: Uint8Array) => Error | undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: Error): void => {
      payload.off('data', onData).off('end', onEnd).off('error', onError).off('close', onCut);
      if (error === undefined) {
        resolve();
        return;
      }
      payload.pause();
      reject(error);
    };
    const onData = (piece: Uint8Array): void => {
      const error = take(piece);
      if (error !== undefined) settle(error);
    };
    const onEnd = (): void => settle();
    const onCut = (): void => settle(new RefusedBody('The body ended early.'));
    const onError = (error: Error): void => (isRefusal(error) ? settle(error) : onCut());
    payload.on('data', onData).on('end', onEnd).on('error', onError).on('close', onCut);
  });
}

/** The part that ended the body early gave the reason, for the surface's error handler. */
function isRefusal(error: Error): boolean {
  return error instanceof RefusedBody || error instanceof RefusedRequest;
}

/**
 * Bytes appended to a buffer that grows by doubling: linear in time, and at most half of it empty. The outgrown buffer
 * is freed at once, without waiting for garbage collection.
 */
class GatheredBytes {
  readonly #announced: number;
  readonly #limit: number;
  #room: Uint8Array<ArrayBuffer>;
  #length = 0;
  #pieces = 0;

  constructor(announced: number, limit: number) {
    this.#announced = announced;
    this.#limit = limit;
    this.#room = new Uint8Array(Math.min(announced === 0 ? firstRoom : announced, firstRoom));
  }

  add(piece: Uint8Array): RefusedBody | undefined {
    const length = this.#length + piece.length;
    if (length > this.#limit) return tooLarge(this.#limit);
    this.#pieces += 1;
    if ((this.#pieces - freePieces) * leastBytesPerPiece > length) return tooManyPieces();
    if (length > this.#room.length) this.#grow(length);
    this.#room.set(piece, this.#length);
    this.#length = length;
    return undefined;
  }

  bytes(): Buffer {
    return Buffer.from(this.#room.buffer, 0, this.#length);
  }

  #grow(needed: number): void {
    const most = this.#announced === 0 ? this.#limit : this.#announced;
    const doubled = Math.min(2 * this.#room.length, most);
    const room = this.#room.buffer.transfer(Math.max(needed, doubled));
    this.#room = new Uint8Array(room);
  }
}

function tooManyPieces(): RefusedBody {
  return new RefusedBody(
    `The body arrives in pieces of fewer than ${leastBytesPerPiece} bytes on average; send larger pieces.`,
  );
}
