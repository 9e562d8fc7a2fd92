import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { countCitations } from './cited-ids.ts';

/**
 * Compares the promises that tests cite with those of an earlier commit. Ends with 1 if one is no longer cited.
 *
 *     npm run cited-ids -- COMMIT
 */

const root = resolve(import.meta.dirname, '../..');
const [commit] = process.argv.slice(2);
if (commit === undefined) throw new Error('npm run cited-ids -- COMMIT');

function citationsOf(revision: string): ReadonlyMap<string, number> {
  const folder = mkdtempSync(join(tmpdir(), 'filmgate-cited-'));
  try {
    const archive = ['archive', revision, 'packages', 'examples', 'bench', 'tools'];
    const tar = execFileSync('git', archive, { cwd: root, maxBuffer: 2 ** 30 });
    execFileSync('tar', ['-x', '-C', folder], { input: tar });
    return countCitations(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const before = citationsOf(commit);
const now = countCitations(root);
const lost = [...before.keys()].filter((id) => !now.has(id)).toSorted();
const added = [...now.keys()].filter((id) => !before.has(id)).toSorted();
const lines = [
  `${before.size} ids cited at ${commit}, ${now.size} now`,
  ...lost.map((id) => `no longer cited: ${id}`),
  ...added.map((id) => `new: ${id}`),
];
process.stdout.write(`${lines.join('\n')}\n`);
process.exitCode = lost.length > 0 ? 1 : 0;
