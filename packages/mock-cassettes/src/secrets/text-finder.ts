/** Half-open range: start (inclusive), end (exclusive). */
export type Span = readonly [from: number, to: number];

/** Number of letters in a lookup key; shorter texts are never searched for. */
const keyLength = 8;

/** Finds any number of texts in one pass over another. */
export class TextFinder {
  readonly #texts = new Set<string>();
  /** Lengths of the texts with the same beginning. */
  readonly #lengths = new Map<string, Set<number>>();
  /** By the first two letters: most positions match no beginning and are skipped. */
  readonly #beginnings = new Uint8Array(1 << 12);

  /** Ignores texts that are too short to be searched for. */
  add(text: string): void {
    if (text.length < keyLength) return;
    this.#texts.add(text);
    const key = text.slice(0, keyLength);
    const lengths = this.#lengths.get(key) ?? new Set();
    this.#lengths.set(key, lengths.add(text.length));
    this.#beginnings[pairAt(text, 0)] = 1;
  }

  /** Ranges of all matches, also overlapping ones. */
  *spansIn(text: string): Generator<Span, undefined> {
    for (let from = 0; from + keyLength <= text.length; from += 1) {
      if (this.#beginnings[pairAt(text, from)] === 0) continue;
      for (const length of this.#lengths.get(text.slice(from, from + keyLength)) ?? [])
        if (this.#texts.has(text.slice(from, from + length))) yield [from, from + length];
    }
    return undefined;
  }
}

/** Number of two letters; few pairs share one. */
function pairAt(text: string, at: number): number {
  return ((text.charCodeAt(at) << 6) ^ text.charCodeAt(at + 1)) & 0xfff;
}
