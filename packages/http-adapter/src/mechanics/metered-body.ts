import type { IncomingMessage } from 'node:http';
import { Transform, type TransformCallback } from 'node:stream';
import type { RefusedRequest } from './refused-request.ts';

/**
 * The body of a request on its way to its parser. It can be ended with a reason while the connection lives on to carry
 * the answer, which the request itself cannot.
 */
export class MeteredBody extends Transform {
  readonly #raw: IncomingMessage;
  readonly #received: (bytes: number) => RefusedRequest | undefined;

  /** @param received - told of bytes before they are handed on; an error of it ends the body */
  constructor(raw: IncomingMessage, received: (bytes: number) => RefusedRequest | undefined) {
    super();
    this.#raw = raw;
    this.#received = received;
    const cut = (): void => {
      if (!raw.complete) this.destroy(new Error('The connection was cut within the body.'));
    };
    raw.once('close', cut).once('error', cut).pipe(this);
    // Its reader is told; once reading is over, there is no one left to tell.
    this.on('error', () => {});
  }

  /** Lets go of the request, whose rest is no longer wanted. */
  detach(): void {
    this.#raw.unpipe(this);
    this.destroy();
  }

  override _transform(chunk: Uint8Array, _encoding: BufferEncoding, done: TransformCallback): void {
    const refusal = this.#received(chunk.length);
    if (refusal === undefined) done(null, chunk);
    else done(refusal);
  }
}
