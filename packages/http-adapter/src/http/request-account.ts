import type { IncomingMessage } from 'node:http';
import { Transform, type TransformCallback } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { Allowance } from './allowance.ts';
import type { OpenTransfers, Transfer } from './open-transfers.ts';
import type { RefusedRequest } from './refused-request.ts';

/**
 * The body of a request on its way to its parser. It can be ended with a reason while the connection stays open for the
 * response, which the request itself cannot.
 */
export class MeteredBody extends Transform {
  /** True once its parser has begun, and so receives its end. */
  isRead = false;
  readonly #raw: IncomingMessage;
  readonly #received: (bytes: number) => RefusedRequest | undefined;

  /** @param received - receives bytes before they are passed on; if it throws, the body ends */
  constructor(raw: IncomingMessage, received: (bytes: number) => RefusedRequest | undefined) {
    super();
    this.#raw = raw;
    this.#received = received;
    const cut = (): void => {
      if (!raw.complete) this.destroy(new Error('The connection was closed within the body.'));
    };
    raw.once('close', cut).once('error', cut);
    this.on('newListener', (event) => {
      if (event === 'data' || event === 'readable') this.#begin();
    });
    // The reader gets the error; after reading there is no reader.
    this.on('error', () => {});
  }

  /** Not before its parser listens: nobody would receive a refusal. */
  #begin(): void {
    if (this.isRead) return;
    this.isRead = true;
    this.#raw.pipe(this);
  }

  /** Detaches from the request, whose rest is no longer wanted. */
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
    /** The response is a file: it uses buffers for as long as its caller reads. */
    readonly sendsFile?: true;
    /** The body is streamed on and never held whole. */
    readonly streamsBody?: true;
  }
}

/** Request decorator that holds the account of a request; absent where no bounds are mounted. */
export const requestAccountDecorator = 'requestAccount';

/** The name under which a request takes its share, and the amounts it has taken. Closed with the response. */
export class RequestAccount {
  /** The credential that admitted the request; null before. */
  caller: string | null = null;
  /** The name it takes shares under: the credential's, or that of a block of addresses. */
  name = '';
  /** The body on its way to its parser; null while nothing reads it. */
  body: MeteredBody | null = null;
  /** True if the body was ended because it came too slowly; its connection ends with the response. */
  bodyIsTooLate = false;
  /** The allowance for the bytes of its body; null without one. */
  bodyBytes: Allowance | null = null;
  readonly #transfers: OpenTransfers<RequestAccount>;
  readonly #held = new Map<Allowance, number>();
  #isClosed = false;

  constructor(transfers: OpenTransfers<RequestAccount>) {
    this.#transfers = transfers;
  }

  /** Watches a transfer that this request waits for; the returned function stops watching. */
  watch(transfer: Transfer): () => void {
    return this.#transfers.add(transfer, this);
  }

  /** Takes an amount of an allowance until the response is finished; takes nothing afterwards. */
  take(allowance: Allowance, amount: number): ReturnType<Allowance['take']> {
    if (this.#isClosed) return 'taken';
    const outcome = allowance.take(this.name, amount);
    if (outcome === 'taken') this.#held.set(allowance, this.#heldOf(allowance) + amount);
    return outcome;
  }

  holds(allowance: Allowance): boolean {
    return this.#held.has(allowance);
  }

  /** Releases the share of the body before the response is finished. */
  releaseBody(): void {
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

/** Returns the account of a request; undefined where no limits are mounted. */
export function accountOf(request: FastifyRequest): RequestAccount | undefined {
  if (!request.server.hasRequestDecorator(requestAccountDecorator)) return undefined;
  return request.getDecorator<RequestAccount | null>(requestAccountDecorator) ?? undefined;
}

/** Names the credential that admitted a request: its share is that credential's from then on. */
export function nameCaller(request: FastifyRequest, caller: string): void {
  const account = accountOf(request);
  if (account !== undefined) account.caller = caller;
}

/**
 * Releases the share of a body before its response is finished, for routes that wait for long. Everything parsed from
 * the body must be unreachable by then.
 */
export function releaseBody(request: FastifyRequest): void {
  request.body = undefined;
  accountOf(request)?.releaseBody();
}
