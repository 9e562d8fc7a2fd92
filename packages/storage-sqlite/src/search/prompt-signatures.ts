/** Bits of a signature: with some 300 characters a fifth of them is set. */
const bitCount = 4096;

/** As `bitCount`, as bits of a hash. */
const hashBits = Math.log2(bitCount);

/** Large odd numbers without a pattern, of well-known hashes. */
const multipliers = {
  first: 0xc2b2ae35,
  second: 0x85ebca6b,
  third: 0x9e3779b1,
  again: 0x27d4eb2f,
  last: 0x165667b1,
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
    for (let at = 0; at < text.length; at += 1) {
      markLongRun(text, at, mark);
      markShortRuns(text, at, mark);
    }
  }

  /** Slots of all texts that contain the text, and now and then of one that does not; ascending. */
  candidates(text: string): readonly number[] {
    const bits = [...bitsWithin(text)];
    const slots: number[] = [];
    for (const [number, block] of this.#blocks.entries()) {
      for (let word = 0; word < wordsPerBit; word += 1) {
        let found = ~0;
        for (const bit of bits) {
          found &= block[bit * wordsPerBit + word] ?? 0;
          if (found === 0) break;
        }
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

/**
 * Bits of every signature of a text that contains this one: of runs of three units as far as they go, for they say the
 * most, and of shorter ones where a text has few of those.
 */
function bitsWithin(text: string): ReadonlySet<number> {
  const bits = new Set<number>();
  const add = (bit: number) => bits.add(bit);
  for (const mark of [markLongRun, markShortRuns]) {
    for (let at = 0; at < text.length && bits.size < bitsAsked; at += 1) mark(text, at, add);
  }
  return bits;
}

/** Gives the bit of the run of three units that ends at a place. */
function markLongRun(text: string, at: number, mark: (bit: number) => void): void {
  if (at < 2) return;
  const first = Math.imul(text.charCodeAt(at - 2), multipliers.first);
  mark(toBit(pairAt(text, at) ^ first));
}

/** Gives the bits of the runs of one and two units that end at a place. */
function markShortRuns(text: string, at: number, mark: (bit: number) => void): void {
  markShort(Math.imul(text.charCodeAt(at), multipliers.third), mark);
  if (at >= 1) markShort(pairAt(text, at), mark);
}

function pairAt(text: string, at: number): number {
  const third = Math.imul(text.charCodeAt(at), multipliers.third);
  return third ^ Math.imul(text.charCodeAt(at - 1), multipliers.second);
}

/** Searches for one or two letters have no more to go by than the bits of these. */
function markShort(product: number, mark: (bit: number) => void): void {
  mark(toBit(product));
  mark(toBit(Math.imul(product, multipliers.again)));
  mark(toBit(Math.imul(product ^ (product >>> 15), multipliers.last)));
}

/** The upper bits of a product depend on all of its factors. */
function toBit(product: number): number {
  return product >>> (32 - hashBits);
}
