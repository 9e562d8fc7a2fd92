import { fileURLToPath } from 'node:url';

/** The command line that runs a program of this folder from its source. */
export function programArguments(name: string, ...words: readonly string[]): readonly string[] {
  const path = fileURLToPath(new URL(name, import.meta.url));
  return ['--conditions=@filmgate/source', path, ...words];
}
