import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const packageFolder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;

/**
 * The terms of everything that was bundled: who made it asks that they go with it. Empty when nothing of others was.
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
