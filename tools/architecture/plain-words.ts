import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { commentsOf } from './comments.ts';
import { type SourceFile, visitNodes } from './source-file.ts';

/** A sentence or name that breaks a rule. */
export interface PlainWordFinding {
  readonly path: string;
  readonly rule: 'opening' | 'word' | 'help' | 'width';
  readonly text: string;
}

/** English texts and documents beside the sources. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
}

const OPENING = /\/\*\*[\s*]*(?:What|How|Whether|Where)\b/;
const COLUMNS = 120;

/** Titles and help of the settings. */
const SETTING_TEXTS = 'packages/server/src/settings/texts/en.json';
const TEXTS = 'packages/*/src/**/texts/{en.json,en/*.json}';
const DOCUMENTS = '{README.md,packages/*/README.md,docs/**/*.md}';
/** Lists the replaced words. */
const GLOSSARY = 'docs/glossary.md';

/** First words of a help that are no noun and belong to none. */
const NO_NOUN =
  'What How Whether Where When While Who Whose Which That This These Those It Its They There If As So Unset Once Until ' +
  'Before After Beyond In At On By For With Without From To Not No Never Only Least Most Lets Makes Takes Seals Gives ' +
  'Keeps Tells Holds Is Are May Must Can';
const NO_NOUN_FIRST = new RegExp(`^(?:${NO_NOUN.replaceAll(' ', '|')}|The same)\\b`, 'i');

/** Reads the English texts and the documents. */
export function readTextFiles(root: string): readonly TextFile[] {
  return globSync([TEXTS, DOCUMENTS], { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path !== GLOSSARY)
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

/** Returns a pattern of words and their endings. Parts of paths, packages and names with a hyphen do not match. */
function patternOf(words: readonly string[]): RegExp {
  const longestFirst = words.toSorted((a, b) => b.length - a.length);
  const word = String.raw`(?:${[...longestFirst, '(?!)'].join('|')})(?:s|d|ed|ing)?`;
  return new RegExp(String.raw`(?<![\w@/.-])${word}(?![\w/-]|\.\w)`, 'gi');
}

/** Splits a name in camel case or capitals into its words. */
function spoken(name: string): string {
  return name.replaceAll(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_$]+/g, ' ');
}

/** Returns prose without examples, names in backticks, tags and targets of links. */
function proseOf(markdown: string): string {
  const prose = markdown.replaceAll(/^ *```[^]*?^ *```/gm, '');
  return prose.replaceAll(/`[^`\n]*`|\]\([^)]*\)|<[^>\n]*>/g, '');
}

function stringsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}

/** A name where it is declared, not where it is used or imported. */
function isDeclaredName(node: ts.Node): node is ts.Identifier {
  if (!ts.isIdentifier(node) || ts.isImportSpecifier(node.parent)) return false;
  if (ts.isPropertyAccessExpression(node.parent) || ts.isJsxAttribute(node.parent)) return false;
  return 'name' in node.parent && node.parent.name === node;
}

/** A text with a space; others are codes, paths and keys. */
function isMessage(node: ts.Node): node is ts.LiteralLikeNode {
  const isText = ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node);
  return (isText && /\S\s+\S/.test(node.text)) || ts.isJsxText(node);
}

function replacedWordsOf(file: SourceFile, pattern: RegExp): readonly string[] {
  const found: string[] = [];
  visitNodes(file, (node) => {
    if (isDeclaredName(node) && spoken(node.text).search(pattern) >= 0) found.push(node.text);
    if (isMessage(node))
      for (const [word] of proseOf(node.text).matchAll(pattern))
        found.push(`${word} in "${node.text}"`);
  });
  return found;
}

function findInSource(file: SourceFile, pattern: RegExp): readonly PlainWordFinding[] {
  const { path, syntax } = file;
  const long = syntax.text.split('\n').filter((line) => line.length > COLUMNS);
  // Telling comments from other text is slow, and few files are suspected.
  const comments = long.length > 0 || OPENING.test(syntax.text) ? commentsOf(file) : [];
  const commentLines = comments.flatMap((comment) =>
    comment.split('\n').map((line) => line.trim()),
  );
  // Shorter parts, such as the end of a comment, are in other text, too.
  const parts = commentLines.filter((part) => part.length > '/**'.length);
  const tooLong = long.filter((line) => parts.some((part) => line.includes(part)));
  const openings = comments.filter((comment) => comment.search(OPENING) === 0);
  return [
    ...openings.map((text) => ({ path, rule: 'opening' as const, text })),
    ...replacedWordsOf(file, pattern).map((text) => ({ path, rule: 'word' as const, text })),
    ...tooLong.map((line) => ({ path, rule: 'width' as const, text: line.trim() })),
  ];
}

function findInText({ path, text }: TextFile, pattern: RegExp): readonly PlainWordFinding[] {
  const resource: unknown = path.endsWith('.json') ? JSON.parse(text) : undefined;
  const words = (resource === undefined ? [proseOf(text)] : stringsIn(resource)).flatMap(
    (sentence) => sentence.match(pattern) ?? [],
  );
  const settings = path === SETTING_TEXTS ? Object.values(resource ?? {}) : [];
  return [
    ...words.map((word) => ({ path, rule: 'word' as const, text: word })),
    ...(settings as readonly { readonly help: string }[])
      .filter(({ help }) => NO_NOUN_FIRST.test(help))
      .map(({ help }) => ({ path, rule: 'help' as const, text: help })),
  ];
}

/**
 * Doc comments that begin with a question word, words that the glossary replaces, help of settings without a noun
 * first, and comment lines of more than 120 columns.
 *
 * @param replaced words of the glossary's last column that are not used at all
 */
export function findPlainWords(
  sources: readonly SourceFile[],
  texts: readonly TextFile[],
  replaced: readonly string[],
): readonly PlainWordFinding[] {
  const pattern = patternOf(replaced);
  return [
    ...sources.flatMap((file) => findInSource(file, pattern)),
    ...texts.flatMap((file) => findInText(file, pattern)),
  ];
}
