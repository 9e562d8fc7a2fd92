import { markWord, type WordKind } from './index-words.ts';

/** Words kept; few make up most of an index. */
const wordsKept = 10_000;

/** The words of filter values, remembered from one to the next. */
export class MarkWords {
  readonly #words = new Map<string, string>();

  of(kind: WordKind, value: string): string {
    const name = `${kind}:${value}`;
    const known = this.#words.get(name);
    if (known !== undefined) return known;
    const word = markWord(kind, value);
    if (this.#words.size >= wordsKept) this.#words.clear();
    this.#words.set(name, word);
    return word;
  }
}
