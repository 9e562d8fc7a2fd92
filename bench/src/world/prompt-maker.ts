import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** The tasks of a seeded store, in the order they were created. */
const taskBook = z.object({
  /** API keys, by owner. */
  keys: z.array(z.string()),
  ids: z.array(z.string()),
  /** Index of each task's owner; owner 0 holds a fifth of all tasks. */
  owners: z.array(z.int()),
  /** Number of the last tasks that are still open. */
  open: z.int(),
});

export type TaskBook = z.infer<typeof taskBook>;

export function readTaskBook(file: string): TaskBook {
  return taskBook.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** Words of seeded prompts: their frequencies fall as in natural language. */
const vocabularySize = 4_000;
const wordsInPrompt = 40;

/** A word in about one of twenty prompts. */
export const commonWord = 'lantern';
/** A word in one of ten thousand prompts. */
export const rareWord = 'zephyrine';

/** Words of nearly the same frequency, each in about one of fifteen prompts. */
const wordsOfPhrase = { first: 20, end: 24 };

/** Seed of the prompts in seeded stores. */
export const seedOfTasks = 1;

const commonEvery = 20;
const rareEvery = 10_000;

/** Prompts of about 300 characters, equal at every seeding. */
export function createPromptMaker(seed: number): (index: number) => string {
  const random = seededRandom(seed);
  const words = vocabulary(random);
  return (index) => {
    const chosen = Array.from(
      { length: wordsInPrompt },
      () => words[Math.floor(vocabularySize * random() ** 3)] ?? 'light',
    );
    if (index % commonEvery === 0) chosen[7] = commonWord;
    if (index % rareEvery === 0) chosen[11] = rareWord;
    return chosen.join(' ');
  };
}

/** Frequent words in an order that no prompt of this seed has. */
export function absentPhrase(seed: number): string {
  const { first, end } = wordsOfPhrase;
  return vocabulary(seededRandom(seed)).slice(first, end).join(' ');
}

function vocabulary(random: () => number): readonly string[] {
  return Array.from({ length: vocabularySize }, () => madeWord(random));
}

const consonants = 'bcdfghklmnprstvw';
const vowels = 'aeiou';

function madeWord(random: () => number): string {
  const letter = (letters: string): string => letters[Math.floor(random() * letters.length)] ?? 'a';
  const syllables = 2 + Math.floor(random() * 3);
  return (
    Array.from({ length: syllables }, () => letter(consonants) + letter(vowels)).join('') +
    letter(consonants)
  );
}

/** Mulberry32: small, fast, and the same everywhere. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
