import type { OpenBlob } from '@filmgate/core';
import type { BucketClient } from './bucket-client.ts';
import { bucketFault, mayPass } from './bucket-fault.ts';

/** Bytes requested at once. The response ends after them, so that the connection is reused. */
const windowBytes = 8 * 1024 * 1024;
/** Number of consecutive broken responses without a byte after which reading is aborted. */
const triesWithoutBytes = 3;

interface Window {
  readonly pieces: AsyncIterator<unknown>;
  readonly abandon: () => void;
}

/** An object read onwards from a position: one request for many reads, resumed where a response breaks off. */
class ObjectFlow {
  readonly #client: BucketClient;
  readonly #object: { readonly key: string; readonly size: number };
  /** Position of the window's next byte. */
  #position: number;
  #windowEnd: number;
  #window: Window | undefined;
  #piece: Uint8Array = new Uint8Array();
  #turn: Promise<unknown> = Promise.resolve();
  #promised: number;

  constructor(
    client: BucketClient,
    object: { readonly key: string; readonly size: number },
    position: number,
  ) {
    this.#client = client;
    this.#object = object;
    this.#position = position;
    this.#windowEnd = position;
    this.#promised = position;
  }

  /** Position at which the next read must begin. */
  get continuesAt(): number {
    return this.#promised;
  }

  /** Fills the target after earlier reads. Precondition: the target is in the object and begins at `continuesAt`. */
  read(target: Uint8Array): Promise<number> {
    this.#promised += target.length;
    const turn = this.#turn.then(() => this.#fill(target));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  /** Ends the running request. */
  abandon(): void {
    this.#window?.abandon();
    this.#window = undefined;
  }

  async #fill(target: Uint8Array): Promise<number> {
    let filled = 0;
    let tries = 0;
    while (filled < target.length) {
      try {
        if (this.#piece.length === 0) this.#piece = await this.#nextPiece();
        tries = 0;
      } catch (error) {
        this.abandon();
        tries += 1;
        if (tries >= triesWithoutBytes || !mayPass(error))
          throw bucketFault(error, 'return a blob', 'no');
        continue;
      }
      const part = this.#piece.subarray(0, target.length - filled);
      target.set(part, filled);
      filled += part.length;
      this.#piece = this.#piece.subarray(part.length);
    }
    return filled;
  }

  async #nextPiece(): Promise<Uint8Array> {
    this.#window ??= await this.#openWindow();
    const next = await this.#window.pieces.next();
    if (next.done === true) {
      this.#window = undefined;
      if (this.#position === this.#windowEnd) return new Uint8Array();
      throw Object.assign(new Error('the response ended early'), { code: 'ECONNRESET' });
    }
    if (!(next.value instanceof Uint8Array))
      throw new TypeError('The response does not consist of bytes.');
    this.#position += next.value.length;
    return next.value;
  }

  async #openWindow(): Promise<Window> {
    const from = this.#position;
    const until = Math.min(from + windowBytes, this.#object.size) - 1;
    const { body } = await this.#client.get(this.#object.key, { from, until });
    this.#windowEnd = until + 1;
    return { pieces: body[Symbol.asyncIterator](), abandon: () => void body.destroy() };
  }
}

/** An open blob. A read that continues the last one starts a stream, so that a whole video needs few requests. */
export class BucketBlob implements OpenBlob {
  readonly size: number;
  readonly #client: BucketClient;
  readonly #key: string;
  #flow: ObjectFlow | undefined;
  #lastEnd = -1;
  #closed = false;

  constructor(client: BucketClient, copy: { readonly key: string; readonly size: number }) {
    this.#client = client;
    this.#key = copy.key;
    this.size = copy.size;
  }

  async readInto(target: Uint8Array, position: number): Promise<number> {
    if (this.#closed) throw new Error('This blob is closed.');
    const wanted = target.subarray(0, Math.max(0, this.size - position));
    if (wanted.length === 0) return 0;
    const goesOn = position === this.#lastEnd;
    this.#lastEnd = position + wanted.length;
    if (this.#flow?.continuesAt === position) return this.#flow.read(wanted);
    if (!goesOn) return this.#newFlow(position, position + wanted.length).read(wanted);
    this.#flow?.abandon();
    this.#flow = this.#newFlow(position, this.size);
    return this.#flow.read(wanted);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#flow?.abandon();
    this.#flow = undefined;
  }

  #newFlow(position: number, end: number): ObjectFlow {
    return new ObjectFlow(this.#client, { key: this.#key, size: end }, position);
  }
}
