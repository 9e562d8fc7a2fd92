import ts from 'typescript';
import { type SourceFile, visitNodes } from '../architecture/source-file.ts';

/** Functions whose first text argument names a test or a group of tests. */
const NAMING_FUNCTIONS: ReadonlySet<string> = new Set(['describe', 'it', 'test']);

/** The name a chain of calls starts from: `it` for `it.each(table)` and for `it.concurrent.each`. */
function rootName(expression: ts.Expression): string | undefined {
  if (ts.isIdentifier(expression)) return expression.text;
  if (ts.isPropertyAccessExpression(expression)) return rootName(expression.expression);
  if (ts.isCallExpression(expression)) return rootName(expression.expression);
  return ts.isTaggedTemplateExpression(expression) ? rootName(expression.tag) : undefined;
}

/** The literal text of an expression; computed parts count as empty. */
function literalText(node: ts.Node | undefined): string {
  if (node === undefined) return '';
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map(({ literal }) => literal.text).join('');
  }
  return ts.isBinaryExpression(node) ? literalText(node.left) + literalText(node.right) : '';
}

/** True if a call declares a test or a group of tests. */
export function isTestCall(node: ts.CallExpression): boolean {
  const name = rootName(node.expression);
  return name !== undefined && NAMING_FUNCTIONS.has(name);
}

function titleOfCall(node: ts.CallExpression): string {
  return isTestCall(node) ? literalText(node.arguments[0]) : '';
}

/** A law of the test kit is an object with a `name` and a check called `holds`. */
function titleOfLaw(node: ts.ObjectLiteralExpression): string {
  const find = (wanted: string) =>
    node.properties.find(
      ({ name }) => name !== undefined && ts.isIdentifier(name) && name.text === wanted,
    );
  const name = find('name');
  const isLaw = find('holds') !== undefined && name !== undefined && ts.isPropertyAssignment(name);
  return isLaw ? literalText(name.initializer) : '';
}

/** Titles of all tests, groups and laws in a file, as written. Comments and other texts do not count. */
export function testTitlesOf(file: SourceFile): readonly string[] {
  const titles: string[] = [];
  visitNodes(file, (node) => {
    if (ts.isCallExpression(node)) titles.push(titleOfCall(node));
    if (ts.isObjectLiteralExpression(node)) titles.push(titleOfLaw(node));
  });
  return titles.filter((title) => title !== '');
}
