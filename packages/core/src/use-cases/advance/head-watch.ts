import { headBytes } from '../../media/head-bytes.ts';
import type { RecogniseMedia } from '../../ports/inspect-media.ts';

/** What comes is no media file, and nothing more of it is wanted. */
class NotMedia extends Error {
  override readonly name = 'NotMedia';
}

/** Lets a result pass until its beginning shows that it is no media file. A shorter one is judged when it is here. */
export class HeadWatch {
  readonly #recognise: RecogniseMedia | undefined;
  #isForeign = false;

  /** @param recognise - absent = everything passes */
  constructor(recognise: RecogniseMedia | undefined) {
    this.#recognise = recognise;
  }

  /** Whether it ended what passed. */
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
        if (filled === headBytes) this.#judge(head);
      }
      yield piece;
    }
  }

  #judge(head: Uint8Array): void {
    this.#isForeign = this.#recognise !== undefined && this.#recognise(head) === undefined;
    if (this.#isForeign) throw new NotMedia();
  }
}
