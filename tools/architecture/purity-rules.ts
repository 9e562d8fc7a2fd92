import ts from 'typescript';
import { isTestFile, type SourceFile, type Violation, visitNodes } from './source-file.ts';

/** Globals that core must receive as values or through ports. Core has no other use for these names. */
const FORBIDDEN_GLOBALS: ReadonlySet<string> = new Set([
  'Buffer',
  'console',
  'crypto',
  'fetch',
  'global',
  'globalThis',
  'performance',
  'process',
  'queueMicrotask',
  'setImmediate',
  'setInterval',
  'setTimeout',
]);

const STATUS_NAME = /^(?:http)?status(?:code)?$/i;
const STATUS_VALUE = /^[1-5]\d\d$/;

/** True if an identifier is a variable, not the name of a property or declaration. */
function isReference(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isQualifiedName(parent)) return parent.left === node;
  const isNamed =
    ts.isPropertyAssignment(parent) ||
    ts.isPropertySignature(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isMethodSignature(parent) ||
    ts.isMethodDeclaration(parent);
  return !(isNamed && parent.name === node);
}

function isNamedCall(node: ts.Node, owner: string, method: string): boolean {
  return (
    ts.isPropertyAccessExpression(node) &&
    ts.isIdentifier(node.expression) &&
    node.expression.text === owner &&
    node.name.text === method
  );
}

/** `new Date()` and `Date()` read the clock; with arguments they only convert. */
function readsClockByDate(node: ts.Node): boolean {
  const isDate = (expression: ts.Expression) =>
    ts.isIdentifier(expression) && expression.text === 'Date';
  if (ts.isNewExpression(node))
    return isDate(node.expression) && (node.arguments ?? []).length === 0;
  return ts.isCallExpression(node) && isDate(node.expression);
}

function impurityOf(node: ts.Node): string | undefined {
  if (isNamedCall(node, 'Date', 'now') || readsClockByDate(node)) return 'reads the clock';
  if (isNamedCall(node, 'Math', 'random')) return 'draws a random number';
  if (ts.isIdentifier(node) && FORBIDDEN_GLOBALS.has(node.text) && isReference(node)) {
    return `uses ${node.text}`;
  }
  return undefined;
}

/** Uses of time, randomness and the outside world in core, which receives them as values or ports. */
export function findImpurities(files: readonly SourceFile[]): readonly Violation[] {
  const core = files.filter(
    ({ path }) => path.startsWith('packages/core/src/') && !isTestFile(path),
  );
  return core.flatMap((file) => {
    const violations: Violation[] = [];
    visitNodes(file, (node) => {
      const problem = impurityOf(node);
      if (problem !== undefined) violations.push({ path: file.path, problem });
    });
    return violations;
  });
}

function nameOf(node: ts.Node): string | undefined {
  if (ts.isPropertyAccessExpression(node)) return node.name.text;
  return ts.isIdentifier(node) || ts.isStringLiteral(node) ? node.text : undefined;
}

function isStatusValue(node: ts.Node | undefined): boolean {
  return node !== undefined && ts.isNumericLiteral(node) && STATUS_VALUE.test(node.text);
}

/** `status: 404`, `status = 404`, `x.statusCode === 404`, `case` labels excepted: those show by their switch. */
function statesStatus(node: ts.Node): boolean {
  const isStatus = (side: ts.Node) => STATUS_NAME.test(nameOf(side) ?? '');
  if (ts.isPropertyAssignment(node)) return isStatus(node.name) && isStatusValue(node.initializer);
  if (ts.isVariableDeclaration(node)) return isStatus(node.name) && isStatusValue(node.initializer);
  if (!ts.isBinaryExpression(node)) return false;
  const { left, right } = node;
  return (isStatus(left) && isStatusValue(right)) || (isStatus(right) && isStatusValue(left));
}

/** Folders whose subject is HTTP statuses: the store in a bucket uses HTTP, and the request log records responses. */
const OF_HTTP = /^packages\/(?:storage-s3\/|core\/src\/request-log\/)/;

/** HTTP statuses in core and in stores, which deal in outcomes. */
export function findHttpStatuses(files: readonly SourceFile[]): readonly Violation[] {
  const inner = files.filter(
    ({ path }) =>
      /^packages\/(?:core|storage-[^/]+)\/src\//.test(path) &&
      !OF_HTTP.test(path) &&
      !isTestFile(path),
  );
  return inner.flatMap((file) => {
    const violations: Violation[] = [];
    visitNodes(file, (node) => {
      if (statesStatus(node)) {
        violations.push({ path: file.path, problem: `states an HTTP status: ${node.getText()}` });
      }
    });
    return violations;
  });
}
