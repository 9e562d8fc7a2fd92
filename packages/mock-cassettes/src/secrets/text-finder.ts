/** Half-open range: start (inclusive), end (exclusive). */
export type Span = readonly [from: number, to: number];

/** Number of letters in a lookup key; shorter texts are never searched for. */
const keyLength = 8;

const sums = 1 << 16;

/** Finds any number of texts in one pass over another. */
export class TextFinder {
  readonly #texts = new Set<string>();
  /** Lengths of the texts with the same beginning. */
  readonly #lengths = new Map<string, Set<number>>();
  /** By a sum of four letters: most positions match no beginning and are skipped. */
  readonly #beginnings = new Uint8Array(sums);

  /** Ignores texts that are too short to be searched for. */
  add(text: string): void {
    if (text.length < keyLength) return;
    this.#texts.add(text);
    const key = text.slice(0, keyLength);
    const lengths = this.#lengths.get(key) ?? new Set();
    this.#lengths.set(key, lengths.add(text.length));
    let sum = 0;
    for (let at = 0; at < 4; at += 1) sum = next(sum, text.charCodeAt(at));
    this.#beginnings[sum] = 1;
  }

  /** Ranges of all matches, also overlapping ones. */
  *spansIn(text: string): Generator<Span, undefined> {
    if (this.#texts.size === 0) return undefined;
    let sum = 0;
    for (let at = 0; at < text.length; at += 1) {
      sum = next(sum, text.charCodeAt(at));
      if (at < 3 || this.#beginnings[sum] === 0) continue;
      const from = at - 3;
      for (const length of this.#lengths.get(text.slice(from, from + keyLength)) ?? [])
        if (this.#texts.has(text.slice(from, from + length))) yield [from, from + length];
    }
    return undefined;
  }
}

/** Sum of the last four letters; older ones are shifted out. */
function next(sum: number, letter: number): number {
  return ((sum << 4) ^ letter) & (sums - 1);
}
