import ts from 'typescript';
import { type SourceFile, visitNodes } from '../architecture/source-file.ts';
import type { Snippet } from './extract-snippets.ts';

/** Languages that nothing can run: prose set apart, and drawings. */
const NOT_RUN: ReadonlySet<string> = new Set(['text', 'mermaid']);
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Names a test file asks for: the texts given to `readSnippets`. */
export function readNamesOf(file: SourceFile): readonly string[] {
  const names: string[] = [];
  visitNodes(file, (node) => {
    if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return;
    const [argument] = node.arguments;
    const isRead = node.expression.text === 'readSnippets';
    if (isRead && argument !== undefined && ts.isStringLiteralLike(argument))
      names.push(argument.text);
  });
  return names;
}

function problemOf(
  { language, test }: Snippet,
  readNames: ReadonlySet<string>,
): string | undefined {
  if (language === '') return 'names no language; prose set apart is "text"';
  if (NOT_RUN.has(language)) return undefined;
  if (test === undefined) return 'names no test; mark it test=<name>';
  if (!NAME.test(test)) return `"${test}" is not kebab-case`;
  return readNames.has(test) ? undefined : `no test calls readSnippets('${test}')`;
}

/** Blocks that no test runs, each with its place and the reason. */
export function findSnippetGaps(
  snippets: readonly Snippet[],
  readNames: ReadonlySet<string>,
): readonly string[] {
  return snippets.flatMap((snippet) => {
    const problem = problemOf(snippet, readNames);
    return problem === undefined ? [] : [`${snippet.document}:${snippet.line} ${problem}`];
  });
}
