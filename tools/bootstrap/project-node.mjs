import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Node-API version that better-sqlite3 13 is built for; an older one crashes without a word. */
const NEEDED_NODE_API = 10;
/** Oldest Node the packages support (their `engines`). */
const NEEDED_NODE = [22, 18];

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
 * The Node to run the project on: the one the lock file holds with its hash, a package for each platform it is published
 * for. Other platforms use the Node that runs this file, when it is new enough.
 *
 * @param {string} root
 * @param {NodeJS.ProcessVersions} [versions]
 * @returns {string | undefined} its path; undefined when there is none
 */
export function findProjectNode(root, versions) {
  const locked = join(root, 'node_modules', '.bin', 'node');
  if (existsSync(locked)) return locked;
  return isNodeEnough(versions) && !isPublishedFor(process) ? process.execPath : undefined;
}

/**
 * The same once the dependencies are in place, when there is one.
 *
 * @param {string} root
 * @returns {string}
 */
export const projectNode = (root) => findProjectNode(root) ?? process.execPath;

/** @param {{ readonly platform: string, readonly arch: string }} machine */
function isPublishedFor({ platform, arch }) {
  return ['linux-x64', 'linux-arm64', 'win32-x64'].includes(`${platform}-${arch}`);
}
