import { execFileSync } from 'node:child_process';

/**
 * Returns a number of the commit, by which a run chooses its share of a long table: a commit always has the same
 * result, and the next ones test the other shares. 0 outside a repository.
 */
export function commitNumber(folder: string): number {
  try {
    const args = ['rev-parse', '--short=8', 'HEAD'];
    const hash = execFileSync('git', args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
    return Number.parseInt(hash.toString().slice(0, 8), 16);
  } catch {
    return 0;
  }
}
