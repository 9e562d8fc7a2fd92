import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { bootstrap } from '../bootstrap.mjs';
import { runtimeEnvironment, runtimeFlags } from '../build/program/runtime-flags.mjs';

/**
 * Starts a command of this project: what is missing is installed and built first, then the command runs on the
 * project's Node, in the place of this process.
 */

/** @type {readonly NodeJS.Signals[]} */
const FORWARDED_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'];

/**
 * A module to run.
 * @typedef {object} Command
 * @property {string} node              the Node to run it on
 * @property {readonly string[]} [options]  of that Node
 * @property {string} entry             absolute path of the module
 * @property {readonly string[]} args
 */

/**
 * Runs a module in a child that hears the same signals and gives its end.
 * @param {Command} command
 */
export function runInChild({ node, options = [], entry, args }) {
  const env = { ...process.env, ...runtimeEnvironment() };
  const child = spawn(node, [...options, entry, ...args], { stdio: 'inherit', env });
  const forwarded = FORWARDED_SIGNALS.map((signal) => {
    const forward = () => child.kill(signal);
    process.on(signal, forward);
    return { signal, forward };
  });
  child.on('error', (error) => {
    process.stderr.write(`filmgate: cannot start ${child.spawnfile}: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    for (const entry of forwarded) process.off(entry.signal, entry.forward);
    if (signal === null) process.exitCode = code ?? 1;
    else process.kill(process.pid, signal);
  });
}

/**
 * Runs a module in the place of this process: same number, same terminal, same signals, same end. Nodes before 22.15, and
 * all on Windows, can only start a child.
 * @param {Command} command
 */
export function runInstead(command) {
  const { node, options = [], entry, args } = command;
  const { execve } = process;
  if (process.platform === 'win32' || typeof execve !== 'function') return runInChild(command);
  const env = { ...process.env, ...runtimeEnvironment() };
  execve.call(process, node, [node, ...options, entry, ...args], env);
}

/** @param {{ readonly program: string, readonly args: readonly string[] }} command a program of the build, by its name */
export async function launch({ program, args }) {
  const { node, build } = await bootstrap();
  const entry = join(build, 'dist', `${program}.js`);
  runInstead({ node, options: runtimeFlags(), entry, args });
}
