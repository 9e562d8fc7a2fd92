import { join } from 'node:path';
import ts from 'typescript';

/** A type that a public declaration mentions, and that no module of its package exports. */
export interface ForgottenExport {
  /** The module as its user imports it. */
  readonly module: string;
  readonly type: string;
  /** The public name that mentions it first. */
  readonly mentionedBy: string;
}

/** One module of a package by its declarations. */
export interface DeclaredModule {
  readonly name: string;
  /** Absolute path of its .d.ts. */
  readonly declarations: string;
}

/**
 * Types in public signatures that an embedder cannot import. Checked in the shipped declarations: all exports of the
 * modules of one package can be imported.
 *
 * @param folder where the package lies; declarations outside it belong to others
 */
export function findForgottenExports(
  folder: string,
  modules: readonly DeclaredModule[],
): readonly ForgottenExport[] {
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2024,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  };
  const program = ts.createProgram(
    modules.map(({ declarations }) => declarations),
    options,
  );
  const walk = new Walk(program.getTypeChecker(), join(folder, '/'));
  const exported = modules.map((module) => {
    const source = program.getSourceFile(module.declarations);
    if (source === undefined) throw new Error(`There are no declarations of ${module.name}.`);
    return { module, symbols: walk.exportsOf(source) };
  });
  const known = new Set(exported.flatMap(({ symbols }) => symbols.map(({ symbol }) => symbol)));
  const found = new Map<ts.Symbol, ForgottenExport>();
  for (const { module, symbols } of exported) {
    for (const { name, symbol } of symbols) {
      for (const type of walk.mentionedBy(symbol)) {
        if (known.has(type) || found.has(type)) continue;
        found.set(type, { module: module.name, type: type.name, mentionedBy: name });
      }
    }
  }
  return [...found.values()];
}

class Walk {
  readonly #checker: ts.TypeChecker;
  readonly #folder: string;

  constructor(checker: ts.TypeChecker, folder: string) {
    this.#checker = checker;
    this.#folder = folder;
  }

  exportsOf(source: ts.SourceFile): readonly { name: string; symbol: ts.Symbol }[] {
    const module = this.#checker.getSymbolAtLocation(source);
    if (module === undefined) return [];
    return this.#checker
      .getExportsOfModule(module)
      .map((symbol) => ({ name: symbol.name, symbol: this.#original(symbol) }));
  }

  /** Named types of the package in the declarations of a symbol; private members do not count. */
  mentionedBy(symbol: ts.Symbol): readonly ts.Symbol[] {
    const found: ts.Symbol[] = [];
    const visit = (node: ts.Node): void => {
      if (isPrivate(node)) return;
      const name = mentionedName(node);
      const at = name === undefined ? undefined : this.#checker.getSymbolAtLocation(name);
      if (at !== undefined) {
        const original = this.#original(at);
        if (this.#isNamedType(original)) found.push(original);
      }
      ts.forEachChild(node, visit);
    };
    for (const declaration of symbol.declarations ?? []) {
      if (this.#isOurs(declaration)) visit(declaration);
    }
    return found;
  }

  #original(symbol: ts.Symbol): ts.Symbol {
    const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
    return isAlias ? this.#checker.getAliasedSymbol(symbol) : symbol;
  }

  #isOurs(declaration: ts.Declaration): boolean {
    return declaration.getSourceFile().fileName.startsWith(this.#folder);
  }

  #isNamedType({ flags, declarations = [] }: ts.Symbol): boolean {
    const named =
      ts.SymbolFlags.Interface |
      ts.SymbolFlags.TypeAlias |
      ts.SymbolFlags.Class |
      ts.SymbolFlags.Enum;
    return (flags & named) !== 0 && declarations.some((one) => this.#isOurs(one));
  }
}

function mentionedName(node: ts.Node): ts.Node | undefined {
  if (ts.isTypeReferenceNode(node)) return node.typeName;
  if (ts.isExpressionWithTypeArguments(node)) return node.expression;
  if (ts.isImportTypeNode(node)) return node.qualifier;
  return undefined;
}

function isPrivate(node: ts.Node): boolean {
  const isMarked =
    ts.canHaveModifiers(node) &&
    ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword);
  return isMarked === true;
}
