import ts from 'typescript';
import { type SourceFile, visitNodes } from './source-file.ts';

/** The text of every comment in a file, each once. Text in strings and templates is none. */
export function commentsOf(file: SourceFile): readonly string[] {
  const text = file.syntax.getFullText();
  const found = new Map<number, string>();
  const keep = (ranges: readonly ts.CommentRange[] | undefined) => {
    for (const { pos, end } of ranges ?? []) found.set(pos, text.slice(pos, end));
  };
  const inspect = (node: ts.Node) => {
    if (node.kind === ts.SyntaxKind.JsxText) return;
    keep(ts.getLeadingCommentRanges(text, node.getFullStart()));
    keep(ts.getTrailingCommentRanges(text, node.getEnd()));
  };
  visitNodes(file, (node) => {
    inspect(node);
    for (const child of node.getChildren(file.syntax)) inspect(child);
  });
  return [...found.values()];
}
