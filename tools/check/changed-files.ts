import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createVitest } from 'vitest/node';
import { root, runCommand } from './run-command.ts';

/**
 * Files with uncommitted changes, new ones included.
 *
 * @returns paths below the project's folder
 * @throws Error outside of a git checkout
 */
export async function findChangedFiles(): Promise<readonly string[]> {
  const commands = [
    ['git', 'diff', '--name-only', '-z', 'HEAD'],
    ['git', 'ls-files', '--others', '--exclude-standard', '-z'],
  ] as const;
  const found = await Promise.all(
    commands.map(async (command) => {
      const { succeeded, output } = await runCommand(command);
      if (!succeeded) throw new Error(output);
      return output.split('\0');
    }),
  );
  return found.flat().filter((path) => path !== '' && existsSync(join(root, path)));
}

/**
 * Test files that uncommitted changes can reach by imports, as Vitest's module graph has them.
 *
 * @param projects of vitest.config.ts
 * @returns paths below the project's folder
 */
export async function findReachedTests(projects: readonly string[]): Promise<readonly string[]> {
  const options = { root, watch: false, changed: true, project: [...projects] };
  const vitest = await createVitest(options);
  try {
    const reached = await vitest.getRelevantTestSpecifications();
    return reached.map(({ moduleId }) => relative(root, moduleId));
  } finally {
    await vitest.close();
  }
}
