import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, join, sep } from 'node:path';
import { findProjectNode } from './project-node.mjs';
import { BootstrapFailure, runQuietly } from './run-quietly.mjs';

/**
 * One entry of a lock file (docs.npmjs.com, "package-lock.json", lockfileVersion 3).
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {string} [resolved]
 * @property {boolean} [link]
 * @property {boolean} [optional]
 * @property {string | string[]} [os]
 * @property {string | string[]} [cpu]
 */

/**
 * @param {unknown} value
 * @returns {value is { readonly packages: Record<string, LockedPackage> }}
 */
function isLock(value) {
  return typeof value === 'object' && value !== null && 'packages' in value;
}

/**
 * @param {string} text
 * @returns {unknown} nothing (`undefined`) for a text that is not JSON, such as a file cut short
 */
function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * @param {string} path
 * @returns {Record<string, LockedPackage> | undefined}
 */
function readLock(path) {
  if (!existsSync(path)) return undefined;
  const lock = parseJson(readFileSync(path, 'utf8'));
  return isLock(lock) ? lock.packages : undefined;
}

/**
 * @param {LockedPackage} entry
 * @returns {boolean} whether this machine can run it (the folder may have been carried over from another one)
 */
function fitsThisMachine(entry) {
  const { os = [process.platform], cpu = [process.arch] } = entry;
  return [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch);
}

/**
 * @param {LockedPackage} wanted
 * @param {LockedPackage | undefined} installed
 */
function isInstalledAsLocked(wanted, installed) {
  if (installed === undefined) return wanted.optional === true;
  if (wanted.link === true)
    return installed.link === true && installed.resolved === wanted.resolved;
  return (
    installed.version === wanted.version &&
    installed.integrity === wanted.integrity &&
    fitsThisMachine(installed)
  );
}

/**
 * Compares what npm recorded while installing with the lock file; costs milliseconds and no network.
 *
 * @param {string} root
 * @returns {boolean}
 */
export function areDependenciesInPlace(root) {
  const wanted = readLock(join(root, 'package-lock.json'));
  const installed = readLock(join(root, 'node_modules', '.package-lock.json'));
  if (wanted === undefined) throw new BootstrapFailure('package-lock.json is missing or damaged');
  if (installed === undefined || findProjectNode(root) === undefined) return false;
  const locked = Object.entries(wanted).filter(([path]) => path.includes('node_modules/'));
  return (
    locked.every(([path, entry]) => isInstalledAsLocked(entry, installed[path])) &&
    Object.keys(installed).every((path) => path in wanted)
  );
}

/**
 * `npm ci`, with what the surrounding npm or shell may have switched off switched on: this project's tools are
 * devDependencies. Install scripts stay off: npm would otherwise start a compiler for better-sqlite3, which carries its
 * binaries and needs none (npm reads `gypfile` from the lock file, which does not hold it). Everything that runs is in the
 * lock file with its hash, the project's Node included. Running processes lose nothing: a build brings what it needs.
 *
 * @param {string} root
 * @throws {BootstrapFailure} when npm fails
 */
export async function installDependencies(root) {
  const npm = npmCommand(root);
  const kinds = ['--include=dev', '--include=optional'];
  const flags = ['--ignore-scripts', '--global=false', '--no-audit', '--no-fund'];
  await runQuietly([...npm, 'ci', ...kinds, ...flags], { cwd: root });
  if (findProjectNode(root) !== undefined) return;
  throw new BootstrapFailure(
    `there is no package with Node for ${process.platform} on ${process.arch}: run this with Node 22.18 or newer`,
  );
}

/**
 * The Node to run npm with: not one that npm is about to remove.
 * @param {string} root
 */
function lastingNode(root) {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'node'));
  const candidates = [process.env['npm_node_execpath'] ?? '', process.execPath, ...onPath];
  const ours = join(root, 'node_modules') + sep;
  return (
    candidates.find((path) => existsSync(path) && !realpathSync(path).startsWith(ours)) ??
    process.execPath
  );
}

/**
 * @param {string} root
 * @returns {[string, ...string[]]} the npm that started us, else the one on the path
 */
function npmCommand(root) {
  const startedBy = process.env['npm_execpath'] ?? '';
  const isNpm = startedBy.endsWith('npm-cli.js') && existsSync(startedBy);
  return isNpm ? [lastingNode(root), startedBy] : ['npm'];
}
