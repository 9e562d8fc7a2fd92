import { expect, it } from 'vitest';
import { runCommand } from './run-command.ts';

/** What is known of the sources without running them. */

it.each<[string, readonly [string, ...string[]]]>([
  ['every file is formatted', ['biome', 'format', '.']],
  ['no rule of the linter is broken', ['oxlint']],
  ['the types of what runs on Node fit', ['tsc', '--noEmit', '-p', 'tsconfig.json']],
  [
    'the types of the pages fit',
    ['tsc', '--noEmit', '-p', 'packages/console/src/app/tsconfig.json'],
  ],
  ['everything is used', ['knip']],
])('%s', async (_what, command) => {
  const { succeeded, output } = await runCommand(command);
  expect(succeeded, output).toBe(true);
});

it('the types are judged by TypeScript 7: what is called typescript in node_modules is for tools that need 6', async () => {
  const { output } = await runCommand(['tsc', '-v']);
  expect(output).toMatch(/^Version 7\./u);
});
