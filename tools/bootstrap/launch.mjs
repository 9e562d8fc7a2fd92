import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bootstrap } from '../bootstrap.mjs';
import { isNodeEnough } from './project-node.mjs';
import { runEntry } from './run-entry.mjs';

/**
 * Starts a command of this project: what is missing is installed and built first, then the command runs on the
 * project's Node. To the shell it looks like one process: same terminal, same signals, same end.
 */

/** @type {readonly NodeJS.Signals[]} */
const FORWARDED_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'];

/**
 * @param {import('node:child_process').ChildProcess} child
 */
function shareFate(child) {
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
 * A module to run.
 * @typedef {object} Command
 * @property {string} node              the Node to run it on
 * @property {string} entry             absolute path of the module
 * @property {readonly string[]} args
 */

/**
 * Runs a module in a child that lives exactly as long as this process.
 * @param {Command} command
 */
export function runInChild({ node, entry, args }) {
  const runner = fileURLToPath(new URL('run-entry.mjs', import.meta.url));
  const stdio = /** @type {const} */ (['inherit', 'inherit', 'inherit', 'pipe']);
  shareFate(spawn(node, [runner, entry, ...args], { stdio: [...stdio] }));
}

/**
 * Runs a module on the project's Node: here when this Node will do, in a child otherwise.
 * @param {Command} command
 */
export async function runOnProjectNode(command) {
  if (isNodeEnough()) await runEntry(command.entry, command.args);
  else runInChild(command);
}

/**
 * @param {{ readonly packageName: string, readonly args: readonly string[] }} command `dist/cli.js` of this package is run
 */
export async function launch({ packageName, args }) {
  const { node, build } = await bootstrap();
  const entry = join(build, 'node_modules', packageName, 'dist', 'cli.js');
  await runOnProjectNode({ node, entry, args });
}
