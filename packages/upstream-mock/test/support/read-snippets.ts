import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const folder = resolve(import.meta.dirname, '../..');
const pages = resolve(folder, '../../docs/mock');
const documents = [
  resolve(folder, 'README.md'),
  ...readdirSync(pages).map((page) => resolve(pages, page)),
];

/** The blocks of the package's README and of `docs/mock` marked `test=<name>`. Throws without any. */
export function readSnippets(name: string): readonly [string, ...string[]] {
  const blocks = documents.flatMap((document) => [
    ...readFileSync(document, 'utf8').matchAll(/^```\w+ test=(\S+)\n(.*?)\n```$/gms),
  ]);
  const [first, ...more] = blocks.flatMap(([, test, text]) =>
    test === name && text !== undefined ? [text] : [],
  );
  if (first === undefined) throw new RangeError(`no document has a block marked test=${name}`);
  return [first, ...more];
}
