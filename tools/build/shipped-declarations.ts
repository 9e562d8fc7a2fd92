import { globSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import type { PackageEntry } from './workspace-package.ts';

const reference = /(?:from |import\()["'](\.[^"']+)\.(?:ts|js)["']/g;

/** Keeps the declarations that a user's compiler can reach from an entry, and removes all others. */
export function keepReachableDeclarations(output: string, entries: readonly PackageEntry[]): void {
  const ahead = entries.map(({ name }) => name);
  const reached = new Set(ahead);
  for (let name = ahead.pop(); name !== undefined; name = ahead.pop()) {
    const text = readFileSync(join(output, `${name}.d.ts`), 'utf8');
    for (const [, path = ''] of text.matchAll(reference)) {
      const found = normalize(join(dirname(name), path));
      if (!reached.has(found)) ahead.push(found);
      reached.add(found);
    }
  }
  for (const path of globSync('**/*.d.ts', { cwd: output })) {
    if (!reached.has(path.replace(/\.d\.ts$/, ''))) rmSync(join(output, path));
  }
}
