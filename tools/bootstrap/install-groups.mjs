import { existsSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Packages that are installed together: `run` for the commands, the gateway, the build of its pages and the mock; `all`
 * for checks and releases. The manifests name the packages; this file follows them through the lock file.
 *
 * @typedef {'run' | 'all'} InstallGroup
 */

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
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies] of the project's own packages alone
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [peerDependencies]
 */

/** @typedef {Readonly<Record<string, LockedPackage>>} LockedPackages by their folders, relative to the root */

/** The workspace that builds the commands; it depends on all their packages. */
const PROGRAM = 'tools/build';
/** The workspace that brings Node. */
const NODE = 'tools/node';

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
 * @returns {LockedPackages | undefined}
 */
export function readLock(path) {
  if (!existsSync(path)) return undefined;
  const lock = parseJson(readFileSync(path, 'utf8'));
  return isLock(lock) ? lock.packages : undefined;
}

/**
 * @param {LockedPackages} locked
 * @param {InstallGroup} group
 * @param {boolean} withNode whether the Node of the project comes along
 * @returns {readonly string[]} folders of the workspaces whose needs are installed; the root's is empty
 */
export function workspacesOf(locked, group, withNode) {
  const workspaces =
    group === 'run' ? [PROGRAM] : Object.keys(locked).filter((path) => !isInstalled(path));
  const others = workspaces.filter((path) => path !== NODE);
  return withNode ? [...others, NODE] : others;
}

/**
 * @param {string} path
 * @returns {boolean} true if npm created it, so that it is none of the project's own folders
 */
export const isInstalled = (path) => /(?:^|\/)node_modules\//.test(path);

/**
 * Folders of all packages that these workspaces depend on. Of several copies, Node's own rule selects one: the nearest
 * `node_modules` upwards. Peers count with all workspaces only, as npm installs them.
 *
 * @param {LockedPackages} locked
 * @param {InstallGroup} group
 * @param {boolean} withNode
 * @returns {readonly string[]} in `node_modules`, relative to the root; those for other machines included
 */
export function packagesOf(locked, group, withNode) {
  const found = new Set(workspacesOf(locked, group, withNode));
  for (const path of found) {
    const entry = locked[path];
    if (entry?.link === true) found.add(entry.resolved ?? '');
    const names = [
      ...Object.keys(entry?.dependencies ?? {}),
      ...Object.keys(entry?.devDependencies ?? {}),
      ...Object.keys(entry?.optionalDependencies ?? {}),
      ...(group === 'all' ? Object.keys(entry?.peerDependencies ?? {}) : []),
    ];
    for (const name of names) {
      const needed = resolvePackage(locked, path, name);
      if (needed !== undefined) found.add(needed);
    }
  }
  return [...found].filter(isInstalled);
}

/**
 * @param {LockedPackages} locked
 * @param {string} from folder of the package that needs it
 * @param {string} name
 * @returns {string | undefined} nothing for a peer that may be missing
 */
function resolvePackage(locked, from, name) {
  for (let folder = from; ; folder = dirname(folder)) {
    const here = folder === '.' ? '' : folder;
    const path = [here, 'node_modules', name].filter(Boolean).join('/');
    if (path in locked) return path;
    if (here === '') return undefined;
  }
}
