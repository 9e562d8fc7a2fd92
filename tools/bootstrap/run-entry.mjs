import { Socket } from 'node:net';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * Runs a module as if it had been given to Node by name: it finds its arguments where a program looks for them,
 * and stack traces name the sources.
 *
 * @param {string} entry absolute path
 * @param {readonly string[]} args
 */
export async function runEntry(entry, args) {
  process.argv.splice(1, process.argv.length, entry, ...args);
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(entry).href);
}

/** The descriptor a launcher keeps the other end of, see launch.mjs. */
const LAUNCHER_DESCRIPTOR = 3;

/**
 * A launcher killed without a chance to pass the signal on takes this process with it, as if they were one:
 * a port or a database must not stay held by a process nobody can see.
 */
function dieWithLauncher() {
  const launcher = new Socket({ fd: LAUNCHER_DESCRIPTOR, readable: true, writable: false });
  launcher.on('error', () => launcher.destroy());
  launcher.on('close', () => process.kill(process.pid, 'SIGKILL'));
  launcher.resume();
  launcher.unref();
}

const [, runner, entry, ...args] = process.argv;
if (runner === fileURLToPath(import.meta.url) && entry !== undefined) {
  dieWithLauncher();
  await runEntry(entry, args);
}
