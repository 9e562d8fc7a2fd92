import ts from 'typescript';
import { isTestFile, type SourceFile, type Violation, visitNodes } from './source-file.ts';

/** The file with the models on offer. */
const catalog = 'packages/core/src/model/default-catalog.ts';

/**
 * Texts of the product that name a model of the built-in catalog: with another catalog they would be wrong.
 *
 * @param names - ids of the families
 */
export function findModelNames(file: SourceFile, names: readonly string[]): readonly Violation[] {
  const { path } = file;
  const isProduct =
    /^packages\/[^/]+\/src\//.test(path) && !path.startsWith('packages/conformance/');
  if (!isProduct || isTestFile(path) || path === catalog) return [];
  const { text } = file.syntax;
  const candidates = names.filter((name) => text.includes(name));
  if (candidates.length === 0) return [];
  const found: Violation[] = [];
  visitNodes(file, (node) => {
    if (!isText(node)) return;
    for (const name of candidates.filter((one) => mentions(node.text, one)))
      found.push({ path, problem: `names the model ${name}` });
  });
  return found;
}

function isText(node: ts.Node): node is ts.LiteralLikeNode {
  return ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node);
}

/** True if the text has the name as a whole word, or as the beginning of a full id. */
function mentions(text: string, name: string): boolean {
  const literal = name.replaceAll('.', '\\.');
  return new RegExp(`(?<![\\w-])${literal}(?!\\w)`).test(text);
}
