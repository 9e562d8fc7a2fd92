import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** One promised behaviour of `docs/contract`. Tests cite its id in square brackets in their titles. */
export interface ContractPromise {
  /** Kebab-case parts joined by dots, from the area to the detail: `tasks.create.first-202`. */
  readonly id: string;
  /** The words before the id, in its list item, table cell or paragraph. */
  readonly text: string;
  /** Where it stands: `docs/contract/money.md`. */
  readonly document: string;
}

/** Where the contract and the tests that prove it come apart; all empty when every promise is looked after. */
export interface CoverageGaps {
  /** Ids that stand as a promise more than once. */
  readonly repeatedIds: readonly string[];
  /** Promises without words of their own: no text before the id, or the text of another promise. */
  readonly wordlessIds: readonly string[];
  /** Promises no title cites. */
  readonly uncitedIds: readonly string[];
  /** Cited, but not promised: renamed, removed or mistyped. */
  readonly unknownIds: readonly string[];
}

/** Kebab-case parts joined by dots. */
const ID = String.raw`[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)+`;
/** An id in square brackets that are not those of a link. */
const CITED_ID = new RegExp(String.raw`\[(${ID})\](?!\()`, 'g');
/** Where the next list item, table row, paragraph or heading begins. */
const BLOCK_START = /\n(?=\s*(?:[-*|#]|\d+\.\s|\n))/;
const FENCED = /^```[\s\S]*?^```/gm;

/** The ids a text cites in square brackets; brackets around anything else are only text. */
export function citedIds(text: string): readonly string[] {
  return [...text.matchAll(CITED_ID)].flatMap(([, id]) => (id === undefined ? [] : [id]));
}

/** The words of a promise without the marks of Markdown around them. */
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

/** The promises of a document in the order they stand. Fenced blocks are examples and promise nothing. */
export function promisesOf(document: string, markdown: string): readonly ContractPromise[] {
  return markdown
    .replaceAll(FENCED, '')
    .split(BLOCK_START)
    .flatMap((block) => promisesOfBlock(document, block));
}

/** Every promise of the project. */
export function readContract(): readonly ContractPromise[] {
  const root = resolve(import.meta.dirname, '../..');
  return globSync('docs/contract/*.md', { cwd: root })
    .toSorted()
    .flatMap((path) => promisesOf(path, readFileSync(join(root, path), 'utf8')));
}

/** Compares what is promised with what the titles of the tests cite. */
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
