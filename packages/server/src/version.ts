import { readFileSync } from 'node:fs';
import { z } from 'zod';

const manifest = z.object({ version: z.string() });

/** Version of this package, from its manifest, which is at one relative path for sources and build. */
export function packageVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return manifest.parse(JSON.parse(text)).version;
}
