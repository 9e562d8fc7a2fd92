import { headBytes } from '../../media/head-bytes.ts';
import type { RecogniseMedia } from '../../ports/inspect-media.ts';

/** The source is not a media file, and is not read further. */
class NotMedia extends Error {
  override readonly name = 'NotMedia';
}

/** Passes a result on until its head shows that it is no media file; a shorter one is checked when complete. */
export class HeadWatch {
  readonly #recognise: RecogniseMedia | undefined;
  #isForeign = false;

  /** @param recognise - absent = everything passes */
  constructor(recognise: RecogniseMedia | undefined) {
    this.#recognise = recognise;
  }

  /** True if it ended the source. */
  get isForeign(): boolean {
    return this.#isForeign;
  }

  async *watch(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const head = new Uint8Array(headBytes);
    let filled = 0;
    for await (const piece of source) {
      if (filled < headBytes) {
        head.set(piece.subarray(0, headBytes - filled), filled);
        filled = Math.min(headBytes, filled + piece.length);
        if (filled === headBytes) this.#check(head);
      }
      yield piece;
    }
  }

  #check(head: Uint8Array): void {
    this.#isForeign = this.#recognise !== undefined && this.#recognise(head) === undefined;
    if (this.#isForeign) throw new NotMedia();
  }
}
