import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../../..');

/**
 * Returns the code blocks of a document marked `test=<name>`, in order.
 *
 * @param document path from the root
 *
 * @throws RangeError if there is none: the document changed and the test must follow
 */
export function readSnippets(
  name: string,
  document = 'docs/live-events.md',
): readonly [string, ...string[]] {
  const block = new RegExp(String.raw`^\`\`\`\w+ test=${name}\n(.*?)^\`\`\`$`, 'gms');
  const [first, ...more] = [...readFileSync(resolve(root, document), 'utf8').matchAll(block)].map(
    ([, code = '']) => code,
  );
  if (first === undefined) throw new RangeError(`the document has no block marked test=${name}`);
  return [first, ...more];
}
