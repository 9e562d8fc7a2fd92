import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

/** Returns the blocks of the guide marked `test=<name>`. Throws without any. */
function readSnippets(name: string): readonly [string, ...string[]] {
  const blocks = read('docs/write-a-provider.md').matchAll(/^```\w+ test=(\S+)\n(.*?)\n```$/gms);
  const [first, ...more] = [...blocks].flatMap(([, test, text]) =>
    test === name && text !== undefined ? [text] : [],
  );
  if (first === undefined) throw new RangeError(`the guide has no block marked test=${name}`);
  return [first, ...more];
}

describe('the guide to a provider of your own', () => {
  it('[providers.engine.guide] shows the example that is held by the laws, piece by piece', () => {
    const example = read('examples/custom-upstream/reelhouse.ts');
    const laws = read('examples/custom-upstream/main.ts');
    const snippets = readSnippets('write-a-provider');
    expect(snippets.length).toBeGreaterThan(4);
    for (const snippet of snippets) expect(`${example}\n${laws}`).toContain(snippet);
  });
});
