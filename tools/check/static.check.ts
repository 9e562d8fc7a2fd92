import { expect, inject, it } from 'vitest';
import { runCommand } from './run-command.ts';

/** Static checks of the sources. */

declare module 'vitest' {
  interface ProvidedContext {
    /** Paths below the project's folder, for the checks that look at each file by itself; absent = all files. */
    changedFiles?: readonly string[];
  }
}

type Command = readonly [string, ...string[]];

/** Type check that after its first run only checks changed files and their dependents. */
function checkTypes(project: string, memory: string): Command {
  const remembering = [
    '--incremental',
    '--tsBuildInfoFile',
    `.filmgate/check/${memory}.tsbuildinfo`,
  ];
  return ['tsc', '--noEmit', ...remembering, '-p', project];
}

const changed = inject('changedFiles');
/** Changed files, or all. Both programs ignore paths that they do not handle. */
const ofEachFile = (all: readonly string[]) => changed ?? all;

it.each<readonly [what: string, command: Command]>([
  [
    'every file is formatted',
    ['biome', 'format', '--no-errors-on-unmatched', ...ofEachFile(['.'])],
  ],
  [
    'no rule of the linter is broken',
    ['oxlint', '--no-error-on-unmatched-pattern', ...ofEachFile([])],
  ],
  ['the types of what runs on Node fit', checkTypes('tsconfig.json', 'node')],
  ['the types of the pages fit', checkTypes('packages/console/src/app/tsconfig.json', 'pages')],
  ['everything is used', ['knip']],
])('%s', async (_what, command) => {
  const { succeeded, output } = await runCommand(command);
  expect(succeeded, output).toBe(true);
});

it('types are checked by TypeScript 7; the package typescript in node_modules is for tools that need 6', async () => {
  const { output } = await runCommand(['tsc', '-v']);
  expect(output).toMatch(/^Version 7\./u);
});
