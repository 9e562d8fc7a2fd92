import { existsSync, realpathSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isInstalled, packagesOf, readLock, workspacesOf } from './install-groups.mjs';
import { showProgress } from './progress.mjs';
import { findProjectNode, isOwn, needsOwnNode, publishedNode } from './project-node.mjs';
import { BootstrapFailure, runQuietly } from './run-quietly.mjs';

/**
 * @typedef {import('./install-groups.mjs').InstallGroup} InstallGroup
 * @typedef {import('./install-groups.mjs').LockedPackage} LockedPackage
 * @typedef {import('./project-node.mjs').RunningNode} RunningNode
 */

/**
 * @param {LockedPackage} entry
 * @returns {boolean} true if this machine can run it (the folder may have been copied from another one)
 */
function fitsThisMachine(entry) {
  const { os = [process.platform], cpu = [process.arch] } = entry;
  return [os].flat().includes(process.platform) && [cpu].flat().includes(process.arch);
}

/**
 * @param {LockedPackage | undefined} wanted
 * @param {LockedPackage | undefined} installed
 */
function isInstalledAsLocked(wanted, installed) {
  if (wanted === undefined) return false;
  if (installed === undefined) return wanted.optional === true;
  if (wanted.link === true)
    return installed.link === true && installed.resolved === wanted.resolved;
  return installed.version === wanted.version && installed.integrity === wanted.integrity;
}

/**
 * @param {string} root
 * @returns the locked packages, without missing workspaces: an image is built without tests and examples
 */
function lockOf(root) {
  const locked = readLock(join(root, 'package-lock.json'));
  if (locked === undefined) throw new BootstrapFailure('package-lock.json is missing or damaged');
  const here = Object.entries(locked).filter(
    ([path]) => isInstalled(path) || existsSync(join(root, path, 'package.json')),
  );
  return Object.fromEntries(here);
}

/**
 * Compares npm's record of the installation with the lock file, in milliseconds and without network. More than the
 * group may be installed.
 *
 * @param {string} root
 * @param {InstallGroup} group
 * @param {RunningNode} [running]
 * @returns {boolean}
 */
export function areDependenciesInPlace(root, group, running = process) {
  const locked = lockOf(root);
  const installed = readLock(join(root, 'node_modules', '.package-lock.json'));
  if (installed === undefined || findProjectNode(root, running) === undefined) return false;
  const wanted = packagesOf(locked, group, needsOwnNode(root, running));
  return (
    wanted.every((path) => isInstalledAsLocked(locked[path], installed[path])) &&
    Object.entries(installed).every(([path, entry]) => path in locked && fitsThisMachine(entry))
  );
}

/**
 * Runs `npm ci` for some of the workspaces, with settings enabled that the surrounding npm or shell may have disabled:
 * the tools that build the program are devDependencies. Install scripts stay off: npm would otherwise start a compiler
 * for better-sqlite3, which includes its binaries and needs none (npm reads `gypfile` from the lock file, which does
 * not have it). Everything that runs is in the lock file with its hash, the project's Node included. Running processes
 * are unaffected: a build contains what it needs.
 *
 * @param {string} root
 * @param {InstallGroup} group
 * @throws {BootstrapFailure} when npm fails, or when no Node can be had that runs the project
 */
export async function installDependencies(root, group) {
  const withNode = needsOwnNode(root);
  const bringsNode = publishedNode();
  if (withNode && bringsNode === undefined)
    throw new BootstrapFailure(
      `there is no package with Node for ${process.platform} on ${process.arch}: run this with Node 22.18 or newer`,
    );
  const locked = lockOf(root);
  const folders = packagesOf(locked, group, withNode)
    .filter((path) => comesForSure(locked[path] ?? {}))
    .map((path) => join(root, path, 'package.json'));
  const workspaces = workspacesOf(locked, group, withNode).map(toFlag);
  await showProgress(
    {
      title: `installing ${folders.length} packages`,
      count: () => folders.filter((path) => existsSync(path)).length,
    },
    () => runQuietly([...npmCommand(root), 'ci', ...workspaces, ...flagsOf(group)], { cwd: root }),
  );
  // The headers are a third of Node, and only needed to compile against it.
  const headers = join(root, 'node_modules', bringsNode ?? '', 'include');
  if (bringsNode !== undefined) rmSync(headers, { recursive: true, force: true });
}

/** @param {string} workspace */
const toFlag = (workspace) =>
  workspace === '' ? '--include-workspace-root' : `--workspace=${workspace}`;

/** @param {InstallGroup} group */
function flagsOf(group) {
  // Optional peers of packages, such as TypeScript and test runners, are 35 MB that the commands do not need.
  const peers = `--legacy-peer-deps=${group === 'run'}`;
  const kinds = ['--include=dev', '--include=optional'];
  return [...kinds, peers, '--ignore-scripts', '--global=false', '--no-audit', '--no-fund'];
}

/**
 * @param {LockedPackage} entry
 * @returns {boolean} true if it is no link, and no package for one kind of machine
 */
const comesForSure = ({ link, optional }) => link !== true && optional !== true;

/**
 * The Node to run npm with, which must not be one that npm is about to remove.
 * @param {string} root
 */
function lastingNode(root) {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'node'));
  const candidates = [process.env['npm_node_execpath'] ?? '', process.execPath, ...onPath];
  return (
    candidates.find((path) => existsSync(path) && !isOwn(root, realpathSync(path))) ??
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
