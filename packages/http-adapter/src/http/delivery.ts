import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { OpenBlob } from '@filmgate/core';
import type { FastifyRequest } from 'fastify';
import type { BufferPool } from './buffer-pool.ts';
import type { Transfer } from './open-transfers.ts';
import { accountOf } from './request-account.ts';

export interface ServeFile {
  readonly blob: OpenBlob;
  /** Strong entity tag with its quotes. */
  readonly etag: string;
  readonly contentType: string;
  /** Sent with every status; lower-case names. */
  readonly headers: { readonly [name: string]: string };
  /** JSON text of a 416. */
  readonly unsatisfiableBody: string;
  /** Called before a 416 is sent. */
  readonly onUnsatisfiable?: () => void;
  /** Called once when the response is over: a hijacked reply passes by Fastify's own log and hooks. */
  readonly onClosed: (served: ServedFile) => void;
}

/** The end of a file's transfer. */
export interface ServedFile {
  readonly status: number;
  /** Bytes of the body handed to the operating system. */
  readonly bytes: number;
  /**
   * `aborted`: the caller left, or stopped reading; `too-slow`: cut because it read too slowly, or to make room for
   * others; `failed`: the file could not be read to its end.
   */
  readonly end: 'completed' | 'aborted' | 'too-slow' | 'failed';
  /** The fault behind `failed`. */
  readonly error?: unknown;
}

/** Status, headers and body source of a response with a file. */
export interface ResponseHead {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  /** The range of the file to send; null when the body is not the file. */
  readonly stretch: { readonly start: number; readonly end: number } | null;
  /** The body when it is not the file. */
  readonly text: string;
}

/** One response while it is sent. */
export class Delivery implements Transfer {
  readonly #request: FastifyRequest;
  readonly #response: ServerResponse;
  readonly #file: ServeFile;
  readonly #pool: BufferPool;
  readonly #socket: Socket;
  #gone: boolean;
  #wake: () => void = () => {};
  #bytes = 0;
  #piece = 0;
  #isHandingOver = false;
  #wasTooSlow = false;

  constructor(parts: {
    readonly request: FastifyRequest;
    readonly response: ServerResponse;
    readonly file: ServeFile;
    readonly pool: BufferPool;
  }) {
    this.#request = parts.request;
    this.#response = parts.response;
    this.#file = parts.file;
    this.#pool = parts.pool;
    this.#socket = parts.request.raw.socket;
    this.#gone = this.#socket.destroyed;
  }

  get isOver(): boolean {
    return this.#gone;
  }

  get moved(): number {
    return this.#bytes;
  }

  get piece(): number {
    return this.#piece;
  }

  get waitsForUs(): boolean {
    return !this.#isHandingOver;
  }

  end(): void {
    this.#wasTooSlow = true;
    this.#socket.destroy();
  }

  async run({
    head,
    stallMs,
  }: {
    readonly head: ResponseHead;
    readonly stallMs: number;
  }): Promise<ServedFile> {
    const leave = (): void => {
      this.#gone = true;
      this.#wake();
    };
    // The socket, not the response: a response queued behind another on one connection emits no close event.
    this.#socket.once('close', leave);
    this.#response.on('error', leave);
    const unwatch = accountOf(this.#request)?.watch(this);
    try {
      const fault = await this.#body(head, stallMs);
      return { status: head.status, bytes: this.#bytes, ...fault };
    } finally {
      unwatch?.();
      this.#socket.removeListener('close', leave);
    }
  }

  async #body(head: ResponseHead, stallMs: number): Promise<Pick<ServedFile, 'end' | 'error'>> {
    if (head.stretch === null || this.#request.method === 'HEAD') {
      await this.#handOver((done) => this.#response.end(head.text, done));
      return { end: this.#gone ? 'aborted' : 'completed' };
    }
    this.#response.setTimeout(stallMs, () => this.#socket.destroy());
    const buffer = this.#pool.take();
    try {
      return await this.#copy(head.stretch, buffer);
    } catch (error) {
      this.#response.destroy();
      return { end: 'failed', error };
    } finally {
      this.#pool.give(buffer);
    }
  }

  async #copy(
    stretch: { readonly start: number; readonly end: number },
    buffer: Uint8Array,
  ): Promise<Pick<ServedFile, 'end' | 'error'>> {
    let position = stretch.start;
    while (position <= stretch.end) {
      const wanted = Math.min(buffer.length, stretch.end - position + 1);
      const got = await this.#file.blob.readInto(buffer.subarray(0, wanted), position);
      if (this.#gone) return this.#cut();
      if (got === 0)
        throw new Error(`The stored file ended ${stretch.end - position + 1} bytes early.`);
      position += got;
      const chunk = buffer.subarray(0, got);
      this.#piece = got;
      const isLast = position > stretch.end;
      await this.#handOver((done) =>
        isLast ? this.#response.end(chunk, done) : this.#response.write(chunk, done),
      );
      if (this.#gone && !this.#response.writableFinished) return this.#cut();
      this.#bytes += got;
    }
    return { end: 'completed' };
  }

  #cut(): Pick<ServedFile, 'end'> {
    return { end: this.#wasTooSlow ? 'too-slow' : 'aborted' };
  }

  /** Waits until the operating system has the bytes, or the connection is closed; only then may a buffer be reused. */
  #handOver(write: (done: () => void) => void): Promise<void> {
    this.#isHandingOver = true;
    return new Promise<void>((resolve) => {
      this.#wake = resolve;
      if (this.#gone) resolve();
      else write(() => resolve());
    }).finally(() => {
      this.#isHandingOver = false;
    });
  }
}
