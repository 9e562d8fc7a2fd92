import type { Check } from './check.ts';
import { runCommand } from './run-command.ts';

/** `typescript` in node_modules is version 6, kept for tools that call the compiler as a library; `tsc` must be 7. */
const EXPECTED_COMPILER = /^Version 7\./;

/** What runs on Node, and what runs in browsers: the globals of one are none of the other's. */
const PROJECTS = ['tsconfig.json', 'packages/console/src/app/tsconfig.json'] as const;

/** Type-checks everything, with the compiler this project means. */
export function typesCheck(root: string): Check {
  return {
    name: 'types',
    after: [],
    run: async () => {
      const version = await runCommand(['tsc', '-v'], { cwd: root });
      if (!EXPECTED_COMPILER.test(version.output)) {
        const output = `tsc is not TypeScript 7, but: ${version.output}`;
        return { passed: 0, failed: 1, output };
      }
      const results = [];
      for (const project of PROJECTS)
        results.push(await runCommand(['tsc', '--noEmit', '-p', project], { cwd: root }));
      const succeeded = results.every((result) => result.succeeded);
      const output = results.map((result) => result.output).join('');
      return {
        passed: succeeded ? 1 : 0,
        failed: succeeded ? 0 : 1,
        output: `tsc ${version.output}${output}`,
      };
    },
  };
}
