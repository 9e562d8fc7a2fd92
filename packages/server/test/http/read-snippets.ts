import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const document = resolve(import.meta.dirname, '../../../../docs/live-events.md');

/**
 * Returns the code blocks of the document on live events marked `test=<name>`, in order.
 *
 * @throws RangeError if there is none: the document changed and the test must follow
 */
export function readSnippets(name: string): readonly [string, ...string[]] {
  const block = new RegExp(String.raw`^\`\`\`\w+ test=${name}\n(.*?)^\`\`\`$`, 'gms');
  const [first, ...more] = [...readFileSync(document, 'utf8').matchAll(block)].map(
    ([, code = '']) => code,
  );
  if (first === undefined) throw new RangeError(`the document has no block marked test=${name}`);
  return [first, ...more];
}
