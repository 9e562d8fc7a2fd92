import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';
import { parseSource } from '../../architecture/source-file.ts';

const root = resolve(import.meta.dirname, '../../..');

/** An expression and the file it is written in, which resolves its identifiers. */
interface Found {
  readonly path: string;
  readonly node: ts.Expression;
}

/**
 * Returns the number a source file declares under a name, without running the file: a package exports few of its
 * constants.
 *
 * @param path - below the project, with forward slashes
 * @param name - a constant, followed by properties or calls to enter: `bounds.parts`, `body.images.max()`
 * @throws RangeError if the file declares no such number
 */
export function readConstant(path: string, name: string): number {
  const [first = '', ...steps] = name.split('.');
  const found = steps.reduce<Found | undefined>(
    (from, step) => (from === undefined ? undefined : enter(from, step)),
    declarationOf(path, first),
  );
  const value = found === undefined ? undefined : valueOf(found);
  if (value === undefined) throw new RangeError(`${path} declares no number ${name}`);
  return value;
}

function declarationOf(path: string, name: string): Found | undefined {
  const { syntax } = parseSource(path, readFileSync(join(root, path), 'utf8'));
  for (const statement of syntax.statements) {
    if (ts.isVariableStatement(statement)) {
      const declared = statement.declarationList.declarations.find(
        (declaration) => ts.isIdentifier(declaration.name) && declaration.name.text === name,
      );
      if (declared?.initializer !== undefined) return { path, node: declared.initializer };
    }
    const origin = originOfImport(statement, name);
    if (origin !== undefined) return declarationOf(join(dirname(path), origin.file), origin.name);
  }
  return undefined;
}

function originOfImport(
  statement: ts.Statement,
  name: string,
): { readonly file: string; readonly name: string } | undefined {
  if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier))
    return undefined;
  const file = statement.moduleSpecifier.text;
  const named = statement.importClause?.namedBindings;
  if (!file.startsWith('.') || named === undefined || !ts.isNamedImports(named)) return undefined;
  const element = named.elements.find((candidate) => candidate.name.text === name);
  return element === undefined
    ? undefined
    : { file, name: (element.propertyName ?? element.name).text };
}

/** Enters a property of an object, also of one that is passed to a call, or the first argument of a call in a chain. */
function enter({ path, node }: Found, step: string): Found | undefined {
  const bare = withoutTypes(node);
  if (step.endsWith('()')) return argumentOf({ path, node: bare }, step.slice(0, -'()'.length));
  if (ts.isIdentifier(bare)) {
    const declared = declarationOf(path, bare.text);
    return declared === undefined ? undefined : enter(declared, step);
  }
  if (ts.isCallExpression(bare)) {
    const [argument] = bare.arguments;
    return argument === undefined ? undefined : enter({ path, node: argument }, step);
  }
  if (!ts.isObjectLiteralExpression(bare)) return undefined;
  const property = bare.properties.find(
    (candidate) =>
      candidate.name !== undefined &&
      ts.isIdentifier(candidate.name) &&
      candidate.name.text === step,
  );
  if (property === undefined) return undefined;
  if (ts.isShorthandPropertyAssignment(property)) return { path, node: property.name };
  return ts.isPropertyAssignment(property) ? { path, node: property.initializer } : undefined;
}

function argumentOf({ path, node }: Found, method: string): Found | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression))
    return undefined;
  const { name, expression } = node.expression;
  const [argument] = node.arguments;
  if (name.text !== method) return argumentOf({ path, node: expression }, method);
  return argument === undefined ? undefined : { path, node: argument };
}

function withoutTypes(node: ts.Expression): ts.Expression {
  const isTyped =
    ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node);
  return isTyped ? withoutTypes(node.expression) : node;
}

const operations: { readonly [K in ts.SyntaxKind]?: (left: number, right: number) => number } = {
  [ts.SyntaxKind.PlusToken]: (left, right) => left + right,
  [ts.SyntaxKind.MinusToken]: (left, right) => left - right,
  [ts.SyntaxKind.AsteriskToken]: (left, right) => left * right,
  [ts.SyntaxKind.SlashToken]: (left, right) => left / right,
  [ts.SyntaxKind.AsteriskAsteriskToken]: (left, right) => left ** right,
};

function valueOf({ path, node }: Found): number | undefined {
  const bare = withoutTypes(node);
  if (ts.isNumericLiteral(bare)) return Number(bare.text);
  if (ts.isIdentifier(bare)) {
    const declared = declarationOf(path, bare.text);
    return declared === undefined ? undefined : valueOf(declared);
  }
  if (!ts.isBinaryExpression(bare)) return undefined;
  const left = valueOf({ path, node: bare.left });
  const right = valueOf({ path, node: bare.right });
  if (left === undefined || right === undefined) return undefined;
  return operations[bare.operatorToken.kind]?.(left, right);
}
