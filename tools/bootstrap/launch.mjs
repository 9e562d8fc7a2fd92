import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { bootstrap } from '../bootstrap.mjs';
import { runtimeEnvironment, runtimeFlags } from '../build/program/runtime-flags.mjs';

/**
 * Starts a command of this project: installs and builds missing parts first, then runs the command on the project's
 * Node, replacing this process.
 */

/** @type {readonly NodeJS.Signals[]} */
const FORWARDED_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'];

/**
 * A module to run.
 * @typedef {object} Command
 * @property {string} node the Node to run it on
 * @property {readonly string[]} [options] of that Node
 * @property {string} entry absolute path of the module
 * @property {readonly string[]} args
 */

/**
 * Runs a module in a child that receives the same signals, and exits with its exit code.
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
    for (const { signal: name, forward } of forwarded) process.off(name, forward);
    if (signal === null) process.exitCode = code ?? 1;
    else process.kill(process.pid, signal);
  });
}

/**
 * Runs a module in place of this process: same process id, terminal, signals and exit code. Node before 22.15, and any
 * Node on Windows, can only start a child.
 * @param {Command} command
 */
export function runInstead(command) {
  const { node, options = [], entry, args } = command;
  if (process.platform === 'win32' || process.execve === undefined) {
    runInChild(command);
    return;
  }
  const env = { ...process.env, ...runtimeEnvironment() };
  process.execve(node, [node, ...options, entry, ...args], env);
}

/**
 * @param {{ readonly program: string, readonly args: readonly string[] }} command a program of the build, by its name
 */
export async function launch({ program, args }) {
  const { node, build } = await bootstrap();
  const entry = join(build, 'dist', `${program}.js`);
  runInstead({ node, options: runtimeFlags(), entry, args });
}
