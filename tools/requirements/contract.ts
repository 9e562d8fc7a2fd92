import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** One promised behaviour of `docs/contract`. Tests cite its id in square brackets in their titles. */
export interface ContractPromise {
  /** Kebab-case parts joined by dots, from the area to the detail: `tasks.create.first-202`. */
  readonly id: string;
  /** Text before the id, in its list item, table cell or paragraph. */
  readonly text: string;
  /** Path of its document: `docs/contract/money.md`. */
  readonly document: string;
}

/** Differences between the contract and the tests that prove it; all empty if every promise has its tests. */
export interface CoverageGaps {
  /** Ids of more than one promise. */
  readonly repeatedIds: readonly string[];
  /** Promises without text before the id, or with the text of another promise. */
  readonly wordlessIds: readonly string[];
  /** Promises that no test title cites. */
  readonly uncitedIds: readonly string[];
  /** Cited, but not promised: renamed, removed or mistyped. */
  readonly unknownIds: readonly string[];
}

/** Kebab-case parts joined by dots. */
const ID = String.raw`[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)+`;
/** An id in square brackets that are not those of a link. */
const CITED_ID = new RegExp(String.raw`\[(${ID})\](?!\()`, 'g');
/** Beginning of the next list item, table row, paragraph or heading. */
const BLOCK_START = /\n(?=\s*(?:[-*|#]|\d+\.\s|\n))/;
const FENCED = /^```[\s\S]*?^```/gm;

/** Ids that a text cites in square brackets; brackets around anything else are text. */
export function citedIds(text: string): readonly string[] {
  return [...text.matchAll(CITED_ID)].flatMap(([, id]) => (id === undefined ? [] : [id]));
}

/** Text of a promise without Markdown marks around it. */
function wordsOf(text: string): string {
  const cell = text.split(' | ').at(-1) ?? '';
  const words = cell.replace(/^\s*(?:[-*|]\s|\d+\.\s)?/, '');
  return words.replaceAll(/\s+/g, ' ').trim();
}

function promisesOfBlock(document: string, block: string): readonly ContractPromise[] {
  const pieces = block.split(CITED_ID);
  return citedIds(block).map((id, index) => ({
    id,
    text: wordsOf(pieces[2 * index] ?? ''),
    document,
  }));
}

/** Promises of a document in their order. Fenced blocks are examples and promise nothing. */
export function promisesOf(document: string, markdown: string): readonly ContractPromise[] {
  return markdown
    .replaceAll(FENCED, '')
    .split(BLOCK_START)
    .flatMap((block) => promisesOfBlock(document, block));
}

/** All promises of the project. */
export function readContract(): readonly ContractPromise[] {
  const root = resolve(import.meta.dirname, '../..');
  return globSync('docs/contract/*.md', { cwd: root })
    .toSorted()
    .flatMap((path) => promisesOf(path, readFileSync(join(root, path), 'utf8')));
}

/** Compares the promised ids with those cited by test titles. */
export function compareCoverage(
  promises: readonly ContractPromise[],
  titles: readonly string[],
): CoverageGaps {
  const ids = promises.map(({ id }) => id);
  const texts = promises.map(({ text }) => text);
  const known = new Set(ids);
  const cited = new Set(titles.flatMap(citedIds));
  const isWordless = ({ text }: ContractPromise, index: number) =>
    !/\p{L}{2}/u.test(text) || texts.indexOf(text) !== index;
  return {
    repeatedIds: ids.filter((id, index) => ids.indexOf(id) !== index),
    wordlessIds: promises.filter(isWordless).map(({ id }) => id),
    uncitedIds: ids.filter((id) => !cited.has(id)),
    unknownIds: [...cited].filter((id) => !known.has(id)),
  };
}
