import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const configFile = fileURLToPath(new URL('../vite.config.ts', import.meta.url));

/**
 * Builds the pages into a folder.
 *
 * @param outDir - absolute path; emptied first
 */
export async function buildPages(outDir: string): Promise<void> {
  const { NODE_ENV: surroundings } = process.env;
  // Explicit: inherited from a test, it would produce a development build.
  process.env['NODE_ENV'] = 'production';
  try {
    await build({ configFile, logLevel: 'warn', build: { outDir, emptyOutDir: true } });
  } finally {
    if (surroundings === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = surroundings;
  }
}
