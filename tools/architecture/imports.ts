import { posix } from 'node:path';
import ts from 'typescript';
import { type SourceFile, visitNodes } from './source-file.ts';

/** One reference from a file to a module; types count like values, since they create the same dependency. */
export interface Import {
  readonly from: string;
  /** As written: `./job.ts`, `zod`, `node:fs`. */
  readonly specifier: string;
}

function specifierOf(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
    return node.argument.literal;
  if (ts.isExternalModuleReference(node)) return node.expression;
  if (!ts.isCallExpression(node)) return undefined;
  const isImportCall = node.expression.kind === ts.SyntaxKind.ImportKeyword;
  const isRequire = ts.isIdentifier(node.expression) && node.expression.text === 'require';
  return isImportCall || isRequire ? node.arguments[0] : undefined;
}

/** Every module a file refers to by a literal name, in source order. */
export function importsOf(file: SourceFile): readonly Import[] {
  const found: Import[] = [];
  const visit = (node: ts.Node) => {
    const specifier = specifierOf(node);
    if (specifier !== undefined && ts.isStringLiteralLike(specifier))
      found.push({ from: file.path, specifier: specifier.text });
  };
  // Few files refer to a module within a statement, and to visit every node is slow.
  const { text, statements } = file.syntax;
  if (/\b(?:import|require)\b[^'"]*\(|\bmodule\s*['"]/.test(text)) visitNodes(file, visit);
  else statements.forEach(visit);
  return found;
}

/** Path below the project that a relative import means; absent for a package. */
export function relativeTarget({ from, specifier }: Import): string | undefined {
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : undefined;
}

/** Package that an import means: `zod`, `@filmgate/core`, `node:fs`; absent for a file. */
export function importedPackage({ specifier }: Import): string | undefined {
  if (specifier.startsWith('.')) return undefined;
  const parts = specifier.split('/');
  if (specifier.startsWith('@')) return parts.slice(0, 2).join('/');
  return specifier.startsWith('node:') ? specifier : parts[0];
}
