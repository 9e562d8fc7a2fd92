import { cpSync } from 'node:fs';
import { join } from 'node:path';

/** Puts what `filmgate-mock check` reads beside the built modules: the rows that a request alone provokes. */
export function copyFixtures(root: string, output: string): void {
  cpSync(join(root, 'packages/provider-fixtures'), join(output, 'provider-fixtures'), {
    recursive: true,
    filter: (path) => !/\.told\.json$|\.md$/.test(path),
  });
}
