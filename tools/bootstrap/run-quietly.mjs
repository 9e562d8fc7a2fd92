import { spawn } from 'node:child_process';

/** A reason the project cannot be made ready, worded for the person at the terminal; shown without a stack. */
export class BootstrapFailure extends Error {
  /** @override */
  name = 'BootstrapFailure';
}

/** Characters kept of each end of a failed command's output: npm names the reason first, compilers last. */
const SHOWN_OF_EACH_END = 2000;

/** @param {string} output */
function shorten(output) {
  if (output.length <= 2 * SHOWN_OF_EACH_END) return output.trim();
  return `${output.slice(0, SHOWN_OF_EACH_END).trim()}\n[…]\n${output.slice(-SHOWN_OF_EACH_END).trim()}`;
}

/**
 * Runs a command without showing its output, which is part of the failure if there is one.
 *
 * @param {readonly [string, ...string[]]} command
 * @param {{ readonly cwd: string, readonly env?: NodeJS.ProcessEnv }} options
 * @returns {Promise<void>}
 * @throws {BootstrapFailure} when the command cannot be started or does not exit with 0
 */
export function runQuietly(command, options) {
  const [file, ...args] = command;
  return new Promise((resolve, reject) => {
    /** @type {string[]} */
    const output = [];
    const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => output.push(text));
    }
    child.on('error', (error) => {
      reject(new BootstrapFailure(`cannot start "${command.join(' ')}": ${error.message}`));
    });
    child.on('close', (code, signal) => {
      if (code === 0) resolve();
      else
        reject(
          new BootstrapFailure(
            `"${command.join(' ')}" ended with ${signal ?? code}:\n${shorten(output.join(''))}`,
          ),
        );
    });
  });
}
