import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const packageFolder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;

/**
 * Licences of all bundled foreign code, which have to accompany it. Empty if there is none.
 *
 * @param inputs - paths of the bundled modules, relative to the root
 */
export function bundledLicenses(root: string, inputs: readonly string[]): string {
  const folders = new Set(inputs.flatMap((path) => packageFolder.exec(path) ?? []));
  const texts = [...folders].toSorted().flatMap((folder) =>
    globSync('{LICEN[CS]E,licen[cs]e,COPYING,NOTICE}*', { cwd: join(root, folder) })
      .toSorted()
      .map((file) => `${folder}/${file}\n\n${readFileSync(join(root, folder, file), 'utf8')}`),
  );
  return texts.join(`\n${'-'.repeat(80)}\n`);
}
