import { spawn } from 'node:child_process';
import { resolve } from 'node:path';

/** The folder of the project. */
export const root = resolve(import.meta.dirname, '../..');

export interface CommandEnd {
  readonly succeeded: boolean;
  /** Both output streams, in the order they arrived. */
  readonly output: string;
}

/** Variables that vitest sets for its tests. A command must not see them: a build would produce another page. */
const reportedToTests = /^(?:VITEST.*|TEST|NODE_ENV|DEV|PROD|MODE|SSR|BASE_URL)$/u;

function outsideTests(): NodeJS.ProcessEnv {
  const variables = Object.entries(process.env).filter(([name]) => !reportedToTests.test(name));
  return Object.fromEntries(variables);
}

/**
 * Runs a command to its end. The command stops with this process: a check must not outlive `npm test`.
 *
 * @param options `env` is added to the environment
 */
export function runCommand(
  [file, ...args]: readonly [string, ...string[]],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<CommandEnd> {
  const { cwd = root, env = {} } = options;
  return new Promise((resolveEnd) => {
    const output: string[] = [];
    const stdio = ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'];
    const child = spawn(file, args, { cwd, env: { ...outsideTests(), ...env }, stdio });
    const stop = () => child.kill();
    process.once('exit', stop);
    const keep = (text: string) => output.push(text);
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    child.on('error', (error) => output.push(`cannot start ${file}: ${error.message}\n`));
    child.on('close', (code, signal) => {
      process.off('exit', stop);
      if (signal !== null) output.push(`${file} was ended by ${signal}\n`);
      resolveEnd({ succeeded: code === 0, output: output.join('') });
    });
  });
}
