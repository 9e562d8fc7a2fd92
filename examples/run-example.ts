import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const longestRunMs = 90_000;

/**
 * Runs the program of one example like a user, on the sources of the packages.
 *
 * @returns what it printed
 * @throws Error with everything it printed when it fails
 */
export async function runExample(directory: string, args: readonly string[] = []): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--conditions=@filmgate/source', 'main.ts', ...args],
    { cwd: directory, timeout: longestRunMs },
  );
  return stdout;
}
