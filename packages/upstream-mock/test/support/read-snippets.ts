import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const document = resolve(import.meta.dirname, '../../README.md');

/** The blocks of the package's README marked `test=<name>`. Throws without any. */
export function readSnippets(name: string): readonly [string, ...string[]] {
  const blocks = readFileSync(document, 'utf8').matchAll(/^```\w+ test=(\S+)\n(.*?)\n```$/gms);
  const [first, ...more] = [...blocks].flatMap(([, test, text]) =>
    test === name && text !== undefined ? [text] : [],
  );
  if (first === undefined) throw new RangeError(`the README has no block marked test=${name}`);
  return [first, ...more];
}
