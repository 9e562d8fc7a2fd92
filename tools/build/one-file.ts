import { dirname, relative } from 'node:path';
import type { Plugin } from 'esbuild';
import type { PackageEntry } from './workspace-package.ts';

/** File beside the server of the mock, which it must not load. */
const apart = 'client';

/** Makes the command and the modules for test runners import the main module, which has all code, by its exports. */
export function oneFile(entries: readonly PackageEntry[]): Plugin {
  const main = entries.find(({ name }) => name === 'index');
  const others = entries.filter((entry) => entry !== main && entry.name !== apart);
  return {
    name: 'one-file',
    setup(build) {
      build.onResolve({ filter: /^\./ }, ({ importer, kind }) => {
        const entry = others.find(({ source }) => source === importer);
        if (entry === undefined || main === undefined || kind !== 'import-statement')
          return undefined;
        const path = relative(dirname(entry.name), `${main.name}.js`);
        return { path: path.startsWith('.') ? path : `./${path}`, external: true };
      });
    },
  };
}
