/** Bits of a signature: with some 300 characters an eighth of them is set. */
const bitCount = 4096;

/** As `bitCount`, as bits of a hash. */
const hashBits = Math.log2(bitCount);

/** Large odd numbers without a pattern, of well-known hashes. */
const multipliers = {
  first: 0xc2b2ae35,
  second: 0x85ebca6b,
  third: 0x9e3779b1,
  again: 0x27d4eb2f,
} as const;

const bitsPerWord = 32;

/** Texts that share a block. */
const textsPerBlock = 256;

const wordsPerBit = textsPerBlock / bitsPerWord;

/** Bits looked at per search, or a few more: enough to leave next to no wrong candidate. */
const bitsAsked = 32;

/**
 * Which of many texts may contain another, without looking at them: every run of one, two or three code units of a
 * text sets bits of its signature, so that what a text contains has set all its bits there. Bits of one number lie
 * together for all texts of a block: a search reads few words per block.
 */
export class PromptSignatures {
  /** By the first slot of the texts in them. */
  readonly #blocks: Uint32Array[] = [];

  /** Puts a text into a slot, in place of what was there. */
  set(slot: number, text: string): void {
    const block = this.#obtain(Math.floor(slot / textsPerBlock));
    const word = Math.floor((slot % textsPerBlock) / bitsPerWord);
    const mask = 1 << (slot % bitsPerWord);
    for (let at = word; at < block.length; at += wordsPerBit) block[at] = (block[at] ?? 0) & ~mask;
    const mark = (bit: number): void => {
      const at = bit * wordsPerBit + word;
      block[at] = (block[at] ?? 0) | mask;
    };
    for (let at = 0; at < text.length; at += 1) markRuns(text, at, mark);
  }

  /** Slots of all texts that contain the text, and now and then of one that does not; ascending. */
  candidates(text: string): readonly number[] {
    const bits = [...bitsWithin(text)];
    const slots: number[] = [];
    for (const [number, block] of this.#blocks.entries()) {
      for (let word = 0; word < wordsPerBit; word += 1) {
        let found = ~0;
        for (const bit of bits) found &= block[bit * wordsPerBit + word] ?? 0;
        for (; found !== 0; found &= found - 1) {
          const lowest = 31 - Math.clz32(found & -found);
          slots.push(number * textsPerBlock + word * bitsPerWord + lowest);
        }
      }
    }
    return slots;
  }

  #obtain(number: number): Uint32Array {
    while (this.#blocks.length <= number)
      this.#blocks.push(new Uint32Array(bitCount * wordsPerBit));
    return this.#blocks[number] ?? new Uint32Array();
  }
}

/** Bits of every signature of a text that contains this one. */
function bitsWithin(text: string): ReadonlySet<number> {
  const bits = new Set<number>();
  for (let at = 0; at < text.length && bits.size < bitsAsked; at += 1) {
    markRuns(text, at, (bit) => bits.add(bit));
  }
  return bits;
}

/** Gives the bits of the runs that end at a place. */
function markRuns(text: string, at: number, mark: (bit: number) => void): void {
  const third = Math.imul(text.charCodeAt(at), multipliers.third);
  mark(toBit(third));
  if (at < 1) return;
  const pair = third ^ Math.imul(text.charCodeAt(at - 1), multipliers.second);
  mark(toBit(pair));
  // Searches for two letters have no more to go by.
  mark(toBit(Math.imul(pair, multipliers.again)));
  if (at < 2) return;
  mark(toBit(pair ^ Math.imul(text.charCodeAt(at - 2), multipliers.first)));
}

/** The upper bits of a product depend on all of its factors. */
function toBit(product: number): number {
  return product >>> (32 - hashBits);
}
