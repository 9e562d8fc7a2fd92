import { isUtf8 } from 'node:buffer';
import {
  createScanner,
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { type CatalogProblem, printPath } from './catalog-problem.ts';

export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** A JSON value with the positions of its parts. */
export interface PositionedJson {
  readonly value: unknown;
  /** True if the value has a part at this path. */
  has(path: readonly PropertyKey[]): boolean;
  /** Position of the part; for a missing one, of the nearest part that encloses it. */
  positionOf(path: readonly PropertyKey[]): TextPosition;
  /** Position of the name of a member. */
  positionOfKey(path: readonly PropertyKey[], key: string): TextPosition;
}

export type JsonReading =
  | { readonly kind: 'read'; readonly json: PositionedJson }
  | { readonly kind: 'refused'; readonly problems: readonly CatalogProblem[] };

/** Maximum depth: deeper than any catalog, and shallow enough for recursive parsers. */
const deepest = 32;
const byteOrderMark = '\uFEFF';

/** Messages for the parser's first complaint. The later ones mostly follow from the first. */
const syntaxMessages: ReadonlyMap<string, string> = new Map([
  ['InvalidSymbol', 'not a JSON value'],
  ['InvalidNumberFormat', 'not a JSON number'],
  ['PropertyNameExpected', 'expected a name in double quotes'],
  ['ValueExpected', 'expected a value'],
  ['ColonExpected', 'expected a colon'],
  ['CommaExpected', 'expected a comma'],
  ['CloseBraceExpected', 'expected a closing brace'],
  ['CloseBracketExpected', 'expected a closing bracket'],
  ['EndOfFileExpected', 'expected the end of the file'],
  ['InvalidCommentToken', 'comments are not allowed in JSON'],
  ['UnexpectedEndOfComment', 'comments are not allowed in JSON'],
  ['UnexpectedEndOfString', 'unterminated string'],
  ['UnexpectedEndOfNumber', 'incomplete number'],
  ['InvalidUnicode', 'invalid \\u escape in a string'],
  ['InvalidEscapeCharacter', 'invalid escape in a string'],
  ['InvalidCharacter', 'unescaped control character in a string'],
]);

/** Reads JSON strictly: no comments, no trailing commas, no duplicate names. Never throws, whatever the bytes. */
export function readPositionedJson(bytes: Uint8Array): JsonReading {
  const decoded = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const text = decoded.startsWith(byteOrderMark) ? decoded.slice(1) : decoded;
  const at = positions(text);
  const refuse = (offset: number, message: string, path = ''): JsonReading => ({
    kind: 'refused',
    problems: [{ ...at(offset), path, message }],
  });
  if (!isUtf8(bytes)) return refuse(firstReplaced(decoded, bytes), 'the file is not UTF-8 text');
  const tooDeep = findTooDeep(text);
  if (tooDeep !== null) return refuse(tooDeep, `nested more than ${deepest} levels deep`);
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const [first] = errors.toSorted((one, other) => one.offset - other.offset);
  if (first !== undefined) {
    return refuse(first.offset, syntaxMessages.get(printParseErrorCode(first.error)) ?? 'not JSON');
  }
  if (root === undefined) return refuse(0, 'the file is empty');
  const names = badNames(root);
  if (names.length > 0) {
    const problems = names.map(({ node, path, message }) => ({
      ...at(node.offset),
      path: printPath(path),
      message,
    }));
    return { kind: 'refused', problems };
  }
  return { kind: 'read', json: positionedJson(root, at) };
}

function positionedJson(root: Node, at: (offset: number) => TextPosition): PositionedJson {
  const value: unknown = getNodeValue(root);
  const find = (path: readonly PropertyKey[]) =>
    findNodeAtLocation(
      root,
      path.map((part) => (typeof part === 'symbol' ? String(part) : part)),
    );
  return {
    value,
    has: (path) => find(path) !== undefined,
    positionOf: (path) => {
      for (let length = path.length; length > 0; length -= 1) {
        const node = find(path.slice(0, length));
        if (node !== undefined) return at(node.offset);
      }
      return at(root.offset);
    },
    positionOfKey: (path, key) => at((find([...path, key])?.parent ?? find(path) ?? root).offset),
  };
}

/** Returns a function from an offset in a text to its line and column. */
function positions(text: string): (offset: number) => TextPosition {
  const starts = [0, ...[...text.matchAll(/\r\n|\n|\r/g)].map((end) => end.index + end[0].length)];
  return (offset) => {
    const line = starts.findLastIndex((start) => start <= offset);
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  };
}

/** Offset of the first replacement character that the decoder inserted for invalid bytes. */
function firstReplaced(decoded: string, bytes: Uint8Array): number {
  const written = Buffer.from(decoded);
  const byte = written.findIndex((value, index) => value !== bytes[index]);
  const before = new TextDecoder('utf-8', { ignoreBOM: true }).decode(written.subarray(0, byte));
  return before.startsWith(byteOrderMark) ? before.length - 1 : before.length;
}

const opening: ReadonlySet<string> = new Set(['{', '[']);
const closing: ReadonlySet<string> = new Set(['}', ']']);

/**
 * Offset of the first bracket beyond the maximum depth, or null. Without recursion. The end token of a text is known by
 * its offset alone.
 */
function findTooDeep(text: string): number | null {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (;;) {
    scanner.scan();
    if (scanner.getTokenOffset() >= text.length) return null;
    const token = scanner.getTokenLength() === 1 ? text[scanner.getTokenOffset()] : undefined;
    if (token === undefined) continue;
    if (opening.has(token)) depth += 1;
    if (closing.has(token)) depth -= 1;
    if (depth > deepest) return scanner.getTokenOffset();
  }
}

interface BadName {
  readonly node: Node;
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Finds duplicate names, of which a program would see only the last, and a name with a special meaning to programs. */
function badNames(node: Node, path: readonly (string | number)[] = []): readonly BadName[] {
  const children = node.children ?? [];
  if (node.type === 'array') {
    return children.flatMap((child, index) => badNames(child, [...path, index]));
  }
  if (node.type !== 'object') return [];
  const seen = new Set<string>();
  return children.flatMap((property) => {
    const [key, member] = property.children ?? [];
    if (key === undefined || member === undefined) return [];
    const name = String(key.value);
    const here = [...path, name];
    const problem = seen.has(name) ? 'this name appears twice' : 'this name is not allowed';
    const isBad = seen.has(name) || name === '__proto__';
    seen.add(name);
    return isBad ? [{ node: key, path: here, message: problem }] : badNames(member, here);
  });
}
