import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Transfer } from './open-transfers.ts';
import type { RefusedRequest } from './refused-request.ts';
import type { RequestAccount } from './request-account.ts';

/** The body of a request on its way to us. Its bytes are counted by its connection, from the moment this is made on. */
export class BodyTransfer implements Transfer {
  readonly piece = null;
  readonly #request: FastifyRequest['raw'];
  readonly #response: FastifyReply['raw'];
  readonly #account: RequestAccount;
  readonly #before: number;

  constructor(of: {
    readonly request: FastifyRequest;
    readonly reply: FastifyReply;
    readonly account: RequestAccount;
  }) {
    this.#request = of.request.raw;
    this.#response = of.reply.raw;
    this.#account = of.account;
    this.#before = this.#request.socket.bytesRead;
  }

  get isOver(): boolean {
    return this.#request.complete || this.#request.destroyed || this.#request.socket.destroyed;
  }

  get moved(): number {
    return this.#request.socket.bytesRead - this.#before;
  }

  get waitsForUs(): boolean {
    return this.#request.readableLength > 0;
  }

  /** Answers its caller where that is still possible; else only the connection goes. */
  end(error: RefusedRequest): void {
    const { body } = this.#account;
    if (body?.isRead !== true || this.#response.headersSent) {
      this.#request.socket.destroy();
      return;
    }
    this.#account.bodyIsTooLate = true;
    this.#response.setHeader('connection', 'close');
    body.destroy(error);
  }
}
