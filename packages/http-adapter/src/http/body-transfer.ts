import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Transfer } from './open-transfers.ts';
import type { RefusedRequest } from './refused-request.ts';
import type { RequestAccount } from './request-account.ts';

/** The body of a request while it is received. Its connection counts its bytes from construction on. */
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

  /** Responds with the error if that is still possible, otherwise closes the connection. */
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
