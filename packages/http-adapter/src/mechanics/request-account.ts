import type { IncomingMessage } from 'node:http';
import { Transform, type TransformCallback } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Allowance } from './allowance.ts';
import type { OpenTransfers, Transfer } from './open-transfers.ts';
import type { RefusedRequest } from './refused-request.ts';

/**
 * The body of a request on its way to its parser. It can be ended with a reason while the connection lives on to carry
 * the response, which the request itself cannot.
 */
export class MeteredBody extends Transform {
  /** Whether its parser has begun, and so hears of its end. */
  isRead = false;
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
    raw.once('close', cut).once('error', cut);
    this.on('newListener', (event) => {
      if (event === 'data' || event === 'readable') this.#begin();
    });
    // The reader gets the error; once reading is over, there is no reader.
    this.on('error', () => {});
  }

  /** Not before its parser listens: nobody would hear of a refusal. */
  #begin(): void {
    if (this.isRead) return;
    this.isRead = true;
    this.#raw.pipe(this);
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
  /** The name it takes shares under: of the credential, or of a block of addresses. */
  name = '';
  /** The body on its way to its parser; null while nothing reads it. */
  body: MeteredBody | null = null;
  /** The body was ended because it came too slowly; its connection ends with the response. */
  bodyIsTooLate = false;
  /** What the bytes of its body are taken of; null while it has none. */
  bodyBytes: Allowance | null = null;
  readonly #transfers: OpenTransfers<RequestAccount>;
  readonly #held = new Map<Allowance, number>();
  #isClosed = false;

  constructor(transfers: OpenTransfers<RequestAccount>) {
    this.#transfers = transfers;
  }

  /** Has bytes watched that this request waits for; what is given back ends that. */
  watch(transfer: Transfer): () => void {
    return this.#transfers.add(transfer, this);
  }

  /** Takes of an allowance until the response is over; takes nothing any more once it is. */
  take(allowance: Allowance, amount: number): ReturnType<Allowance['take']> {
    if (this.#isClosed) return 'taken';
    const outcome = allowance.take(this.name, amount);
    if (outcome === 'taken') this.#held.set(allowance, this.#heldOf(allowance) + amount);
    return outcome;
  }

  holds(allowance: Allowance): boolean {
    return this.#held.has(allowance);
  }

  /** Gives the share of the body back before the response is over. */
  letGoOfBody(): void {
    if (this.bodyBytes !== null) this.#giveBack(this.bodyBytes);
    this.bodyBytes = null;
  }

  close(): void {
    this.#isClosed = true;
    for (const allowance of this.#held.keys()) this.#giveBack(allowance);
  }

  #giveBack(allowance: Allowance): void {
    allowance.give(this.name, this.#heldOf(allowance));
    this.#held.delete(allowance);
  }

  #heldOf(allowance: Allowance): number {
    return this.#held.get(allowance) ?? 0;
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
