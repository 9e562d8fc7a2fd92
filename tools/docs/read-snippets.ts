import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { extractSnippets, type Snippet } from './extract-snippets.ts';

const DOCUMENTS = ['*.md', 'docs/**/*.md', 'packages/*/README.md', 'examples/**/*.md'];
const NOT_OURS = ['node_modules', 'dist'];

/** Every fenced block of every document of the project. */
export function readAllSnippets(): readonly Snippet[] {
  const root = resolve(import.meta.dirname, '../..');
  return globSync(DOCUMENTS, { cwd: root, exclude: (name) => NOT_OURS.includes(name) })
    .toSorted()
    .flatMap((path) => extractSnippets(path, readFileSync(join(root, path), 'utf8')));
}

/**
 * The blocks marked `test=<name>`, in document order, for the test that runs them.
 *
 * @throws RangeError without such a block: the document changed and the test must follow
 */
export function readSnippets(name: string): readonly [Snippet, ...Snippet[]] {
  const [first, ...more] = readAllSnippets().filter(({ test }) => test === name);
  if (first === undefined) throw new RangeError(`no document has a block marked test=${name}`);
  return [first, ...more];
}
