import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { symptoms } from '../job/mock-instructions.ts';
import { faultTable, knownTokens, nameOf } from './fault-table.ts';
import { knownOf } from './read-fault.ts';
import { ruledReads } from './ruled-op.ts';

const folder = resolve(import.meta.dirname, '../../../../docs/mock');
const cell = (texts: readonly string[]) =>
  texts.map((text) => `\`${text.replaceAll('|', '\\|')}\``).join(', ');

/** The document with each token in the form of the table. Its effects are written by hand. */
function withTokens(document: string): string {
  return document.replace(/^\| `([a-z0-9-]+)(?:=[^`]*)?` \|/gm, (row, name: string) => {
    const known = faultTable.get(name);
    return known === undefined ? row : `| ${cell([known.form])} |`;
  });
}

/** The document with the faults of each operation. */
function withReadFaults(document: string): string {
  const rows = ruledReads.map((op) => `| \`${op}\` | ${cell(knownOf(op))} |\n`).join('');
  const table = `| \`when.op\` | \`then.fault\` |\n|---|---|\n${rows}`;
  const pattern = /(<!-- faults of reads -->\n)[^]*?(<!-- end of faults -->)/;
  return document.replace(pattern, (_all, begin: string, end: string) => begin + table + end);
}

it('[mock.unknown-token] docs/mock/faults.md lists every token and response, and no other', () => {
  const document = readFileSync(resolve(folder, 'faults.md'), 'utf8');
  const [, tokens = ''] = /\n## Tokens\n(.*?)\n## /s.exec(document) ?? [];
  const listed = [...tokens.matchAll(/^\| `(.+?)` \| .+ \|$/gm)].map(([, token = '']) => token);
  expect(listed.map(nameOf).toSorted()).toEqual(knownTokens.map(nameOf).toSorted());
  const [, responses = ''] = /\n## Responses\n(.*?)\n## /s.exec(document) ?? [];
  const words = [...responses.matchAll(/^\| (`.+?`) \| .+ \|$/gm)].flatMap(([, found = '']) =>
    [...found.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word),
  );
  expect(words.toSorted()).toEqual(symptoms.toSorted());
});

it('[mock.unknown-token] the documents have the forms of the tables; `npx vitest run packages/upstream-mock/src/faults -u` rewrites them', async () => {
  const [faults, rules] = [resolve(folder, 'faults.md'), resolve(folder, 'rules.md')];
  await expect(withTokens(readFileSync(faults, 'utf8'))).toMatchFileSnapshot(faults);
  const document = readFileSync(rules, 'utf8');
  expect(document).toMatch(/<!-- faults of reads -->[^]*<!-- end of faults -->/);
  await expect(withReadFaults(document)).toMatchFileSnapshot(rules);
});
