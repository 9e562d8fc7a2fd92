/** From and to which letter, the second of which is none of it. */
export type Span = readonly [from: number, to: number];

/** Letters by which texts are looked up; none that is searched for is shorter. */
const keyLength = 8;

const sums = 1 << 16;

/** Finds many texts in one pass over another, however many they are. */
export class TextFinder {
  readonly #texts = new Set<string>();
  /** Lengths of the texts that begin alike. */
  readonly #lengths = new Map<string, Set<number>>();
  /** By a sum of four letters: most places of a text begin none, and are passed over. */
  readonly #beginnings = new Uint8Array(sums);

  /** Passes over texts that are too short to be searched for. */
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

  /** Where texts are, each that is found by itself. */
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

/** Of the last four letters alone: what came before is shifted out. */
function next(sum: number, letter: number): number {
  return ((sum << 4) ^ letter) & (sums - 1);
}
