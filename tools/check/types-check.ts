import type { Check } from './check.ts';
import { runCommand } from './run-command.ts';

/** `typescript` in node_modules is version 6, kept for tools that call the compiler as a library; `tsc` must be 7. */
const EXPECTED_COMPILER = /^Version 7\./;

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
      const { succeeded, output } = await runCommand(['tsc', '-p', 'tsconfig.json'], { cwd: root });
      return {
        passed: succeeded ? 1 : 0,
        failed: succeeded ? 0 : 1,
        output: `tsc ${version.output}${output}`,
      };
    },
  };
}
