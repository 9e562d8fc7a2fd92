import type { IncomingMessage } from 'node:http';
import { Transform, type TransformCallback } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { RefusedRequest } from './refused-request.ts';

/**
 * The body of a request on its way to its parser. It can be ended with a reason while the connection lives on to carry
 * the response, which the request itself cannot.
 */
export class MeteredBody extends Transform {
  readonly #raw: IncomingMessage;
  readonly #received: (bytes: number) => RefusedRequest | undefined;

  /**
   * @param received - hears of bytes before they are passed on; if it throws, the body ends
   */
  constructor(raw: IncomingMessage, received: (bytes: number) => RefusedRequest | undefined) {
    super();
    this.#raw = raw;
    this.#received = received;
    const cut = (): void => {
      if (!raw.complete) this.destroy(new Error('The connection was cut within the body.'));
    };
    raw.once('close', cut).once('error', cut).pipe(this);
    // The reader gets the error; once reading is over, there is no reader.
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

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The response is a file: it takes buffers for as long as its caller takes to read it. */
    readonly sendsFile?: true;
    /** The body is handed on as it comes and never held whole. */
    readonly streamsBody?: true;
  }
}

/** Request decorator that holds the account of a request; absent where no bounds are mounted. */
export const requestAccountDecorator = 'requestAccount';

/** Under whose name a request takes its share, and what it has taken. Closed with the response, it keeps nothing more. */
export class RequestAccount {
  /** The credential that let the request in; null until one did. */
  caller: string | null = null;
  /** The body on its way to its parser; null while nothing reads it. */
  body: MeteredBody | null = null;
  /** The body was ended because it came too slowly; its connection ends with the response. */
  bodyIsTooLate = false;
  #giveBodyBack: (() => void) | undefined;
  readonly #giveBack: (() => void)[] = [];
  #isClosed = false;

  /** Keeps what gives back a share until the response is over. */
  keep(giveBack: () => void): void {
    if (this.#isClosed) giveBack();
    else this.#giveBack.push(giveBack);
  }

  /** Keeps what gives back the share of the body until the response is over, or the body is let go before. */
  keepBody(giveBack: () => void): void {
    if (this.#isClosed) giveBack();
    else this.#giveBodyBack = giveBack;
  }

  letGoOfBody(): void {
    this.#giveBodyBack?.();
    this.#giveBodyBack = undefined;
  }

  close(): void {
    this.#isClosed = true;
    this.letGoOfBody();
    for (const giveBack of this.#giveBack.splice(0)) giveBack();
  }
}

/** The account of a request; undefined where no bounds are mounted. */
export function accountOf(request: FastifyRequest): RequestAccount | undefined {
  if (!request.server.hasRequestDecorator(requestAccountDecorator)) return undefined;
  return request.getDecorator<RequestAccount | null>(requestAccountDecorator) ?? undefined;
}

/** Names the credential a request was let in with: its share is that credential's from here on. */
export function nameCaller(request: FastifyRequest, caller: string): void {
  const account = accountOf(request);
  if (account !== undefined) account.caller = caller;
}

/**
 * Gives back the share a body takes before its response is over, for routes that wait for long. What was parsed of the body
 * must be out of reach by then.
 */
export function letGoOfBody(request: FastifyRequest): void {
  request.body = undefined;
  accountOf(request)?.letGoOfBody();
}
