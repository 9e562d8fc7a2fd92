import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { knownTokens } from './token-readers.ts';

const document = readFileSync(
  resolve(import.meta.dirname, '../../../../docs/mock/faults.md'),
  'utf8',
);

it('[mock.unknown-token] docs/mock/faults.md lists every token the mock knows, and no other', () => {
  const [, tokens = ''] = /\n## Tokens\n(.*?)\n## /s.exec(document) ?? [];
  const listed = [...tokens.matchAll(/^\| `(.+?)` \| .+ \|$/gm)].map(([, token = '']) => token);
  expect(listed.map((token) => token.replaceAll('\\|', '|'))).toEqual(knownTokens);
});
