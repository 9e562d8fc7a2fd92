import ts from 'typescript';
import { type SourceFile, visitNodes } from './source-file.ts';

const COMMENT = /\/\/[^\r\n]*|\/\*[^]*?\*\//gu;

/** Text that may look like a comment but is not one. */
const OPAQUE: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.StringLiteral,
  ts.SyntaxKind.NoSubstitutionTemplateLiteral,
  ts.SyntaxKind.TemplateHead,
  ts.SyntaxKind.TemplateMiddle,
  ts.SyntaxKind.TemplateTail,
  ts.SyntaxKind.RegularExpressionLiteral,
  ts.SyntaxKind.JsxText,
]);

/** The text of every comment in a file. Text in strings and templates does not count. */
export function commentsOf(file: SourceFile): readonly string[] {
  const text = file.syntax.getFullText();
  const found: string[] = [];
  let folder = 0;
  const readUntil = (end: number) => {
    found.push(...(text.slice(folder, end).match(COMMENT) ?? []));
  };
  // In the order of the text, since none of them lies in another.
  visitNodes(file, (node) => {
    if (!OPAQUE.has(node.kind)) return;
    readUntil(node.kind === ts.SyntaxKind.JsxText ? node.pos : node.getStart(file.syntax));
    folder = node.end;
  });
  readUntil(text.length);
  return found;
}
