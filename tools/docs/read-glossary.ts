import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** One row of docs/glossary.md. */
export interface GlossaryEntry {
  readonly term: string;
  readonly meaning: string;
  /** Words that are not used at all. */
  readonly replaces: readonly string[];
  /** Words that are not used in one sense, each followed by a note in parentheses. */
  readonly replacesInSense: readonly string[];
}

/** Reads the rows of every table with the columns Term, Meaning and Replaces. */
export function parseGlossary(markdown: string): readonly GlossaryEntry[] {
  return markdown.split('\n').flatMap((line) => {
    const { term, meaning, replaces } =
      /^\| \*\*(?<term>[^*]+)\*\* \| (?<meaning>.+?) \| (?<replaces>[^|]*)\|$/.exec(line)?.groups ??
      {};
    if (term === undefined || meaning === undefined || replaces === undefined) return [];
    const words = replaces
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== '');
    const isLimited = (word: string): boolean => word.endsWith(')');
    return [
      {
        term,
        meaning,
        replaces: words.filter((word) => !isLimited(word)),
        replacesInSense: words.filter(isLimited),
      },
    ];
  });
}

export function readGlossary(): readonly GlossaryEntry[] {
  return parseGlossary(
    readFileSync(resolve(import.meta.dirname, '../../docs/glossary.md'), 'utf8'),
  );
}
