import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { parseJson } from './parse-json.mjs';
import { identifyProcess, isAlive, isProcessIdentity } from './process-identity.mjs';

/**
 * The processes started from this folder, so that none has its files taken away: `npm ci` waits for a word from the
 * person, and a build in use is not removed. A process that has not chosen its build yet counts as using all of them.
 */

/** @typedef {{ readonly pid: number, readonly build: string | undefined }} RunningProcess */

/** @type {ReadonlySet<unknown>} */
const UNWRITABLE = new Set(['EROFS', 'EACCES', 'EPERM']);

/** @param {string} root */
const registryOf = (root) => join(root, '.filmgate', 'running');

/**
 * @param {string} root
 * @param {string | undefined} build
 * @returns {boolean} false where nothing can be written (a read-only image): there nothing can be taken away either
 */
function writeEntry(root, build) {
  const entry = join(registryOf(root), String(process.pid));
  try {
    mkdirSync(registryOf(root), { recursive: true });
    writeFileSync(`${entry}.draft`, JSON.stringify({ ...identifyProcess(process.pid), build }));
    renameSync(`${entry}.draft`, entry);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && UNWRITABLE.has(error.code)) return false;
    throw error;
  }
}

/**
 * Enters this process until it exits.
 * @param {string} root
 */
export function enterProcess(root) {
  if (!writeEntry(root, undefined)) return;
  process.once('exit', () => rmSync(join(registryOf(root), String(process.pid)), { force: true }));
}

/**
 * Notes which build this process has chosen.
 * @param {string} root
 * @param {string} build
 */
export function recordBuildInUse(root, build) {
  writeEntry(root, build);
}

/**
 * @param {string} root
 * @returns {RunningProcess[]} the other living processes; entries of dead ones are removed on the way
 */
export function otherRunningProcesses(root) {
  const registry = registryOf(root);
  /** @type {RunningProcess[]} */
  const living = [];
  if (!existsSync(registry)) return living;
  for (const name of readdirSync(registry).filter((entry) => /^\d+$/.test(entry))) {
    if (Number(name) === process.pid) continue;
    const entry = parseJson(readEntry(join(registry, name)));
    if (isProcessIdentity(entry) && isAlive(entry)) {
      const build = 'build' in entry && typeof entry.build === 'string' ? entry.build : undefined;
      living.push({ pid: entry.pid, build });
    } else {
      rmSync(join(registry, name), { force: true });
    }
  }
  return living;
}

/** @param {string} path */
function readEntry(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
