import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { argv, stdout } from 'node:process';
import { readGlossary } from '../docs/read-glossary.ts';
import { findPlainWords, readTextFiles } from './plain-words.ts';
import * as list from './plain-words-list.ts';
import { readSources } from './source-file.ts';

/**
 * Prints differences from the list of exceptions: `npm run plain-words`. With `-u` it lowers counts, and raises none.
 */

const root = resolve(import.meta.dirname, '../..');
const file = join(root, list.plainWordFile);
const words = readGlossary().flatMap(({ replaces }) => replaces);
const findings = findPlainWords(readSources(root), readTextFiles(root), words);
const found = list.countPlainWords(findings);
// A missing list is written with every finding.
const before = existsSync(file) ? list.readPlainWordList(root) : found;
const counts = argv.includes('-u') ? list.lowerCounts(before, found) : before;
if (argv.includes('-u')) writeFileSync(file, `${JSON.stringify(counts, undefined, 2)}\n`);
for (const { path, problem } of list.comparePlainWords(findings, counts))
  stdout.write(`${path}: ${problem}\n`);
