import type { OpenBlob } from '@filmgate/core';
import type { BucketClient } from './bucket-client.ts';
import { ObjectFlow } from './object-flow.ts';

/**
 * An open blob in the bucket. A read here and there asks for just that; one that goes on where the last ended begins to
 * flow, so that a whole video is a handful of requests.
 */
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
