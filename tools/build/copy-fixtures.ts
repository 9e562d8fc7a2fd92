import { cpSync } from 'node:fs';
import { join } from 'node:path';

/** Copies the fixtures of `filmgate-mock check` beside the built modules: the rows that a request alone triggers. */
export function copyFixtures(root: string, output: string): void {
  cpSync(join(root, 'packages/provider-facts/fixtures'), join(output, 'provider-fixtures'), {
    recursive: true,
    filter: (path) => !/\.reported\.json$|\.md$/.test(path),
  });
}
