import type { Check } from './check.ts';
import { runCommand } from './run-command.ts';

/** A check that is one command and passes when the command exits with 0. */
export function commandCheck(options: {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly root: string;
}): Check {
  const { name, command, root } = options;
  return {
    name,
    after: [],
    run: async () => {
      const { succeeded, output } = await runCommand(command, { cwd: root });
      return { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, output };
    },
  };
}
