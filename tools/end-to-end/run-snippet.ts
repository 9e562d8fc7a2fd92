import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { commandLines } from './command-process.ts';

const run = promisify(execFile);
const longestRunMs = 240_000;

/** Port of a reader's programs; tests use another one. */
const documented = {
  tasksUrl: 'http://127.0.0.1:8788',
  localUrl: 'http://127.0.0.1:8787',
  mockUrl: 'http://127.0.0.1:8789',
} as const;

export type Addresses = { readonly [K in keyof typeof documented]?: string };

/**
 * The commands of this project, run from their sources; `npx` itself is tested elsewhere, on a clone. A reader waits
 * for seconds between two polls, and the tests do not.
 */
const shellCommands = `
set -euo pipefail
sleep() { command sleep 0.1; }
npx() {
  case "$1" in
    filmgate) shift; ${quoted(commandLines.filmgate)} "$@" ;;
    filmgate-mock) shift; ${quoted(commandLines['filmgate-mock'])} "$@" ;;
    *) return 127 ;;
  esac
}
`;

function quoted(command: readonly string[]): string {
  return command.map((word) => `'${word}'`).join(' ');
}

/** Runs shell examples one after the other in one shell; resolves with their output. */
export async function runShell(
  texts: readonly string[],
  options: {
    readonly cwd: string;
    readonly addresses?: Addresses;
    readonly env?: NodeJS.ProcessEnv;
  },
): Promise<string> {
  const { cwd, addresses = {}, env } = options;
  let script = texts.join('\n');
  for (const [name, url] of Object.entries(addresses)) {
    const shown = Object.entries(documented).find(([key]) => key === name)?.[1] ?? '';
    script = script.replaceAll(shown, url);
  }
  const { stdout } = await run('bash', ['-c', `${shellCommands}${script}`], {
    cwd,
    env: { ...process.env, ...env },
    timeout: longestRunMs,
  });
  return stdout;
}

/** Runs a module given as text in the folder; resolves with its output. */
export async function runModule(
  text: string,
  { cwd, language }: { readonly cwd: string; readonly language: string },
): Promise<string> {
  const file = join(cwd, `example.${language === 'ts' ? 'mts' : 'mjs'}`);
  writeFileSync(file, text);
  const { stdout } = await run(process.execPath, ['--conditions=@filmgate/source', file], {
    cwd,
    timeout: longestRunMs,
  });
  return stdout;
}
