import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  buildDirectory,
  computeBuildIdentity,
  isBuilt,
  makeBuild,
  removeUnusedBuilds,
  useBuild,
} from './bootstrap/builds.mjs';
import { areDependenciesInPlace, installDependencies } from './bootstrap/dependencies.mjs';
import { withLock } from './bootstrap/lock.mjs';
import { showProgress } from './bootstrap/progress.mjs';
import { projectNode } from './bootstrap/project-node.mjs';
import { BootstrapFailure } from './bootstrap/run-quietly.mjs';

/**
 * Makes the project ready to run from whatever state the folder is in, with nothing on the machine but Node ≥ 20 and
 * npm. This file and those it imports therefore are plain JavaScript without dependencies. With everything in place it
 * only compares and hashes files: no lock, no network, no write but the note which build the process uses.
 */

/** @typedef {import('./bootstrap/install-groups.mjs').InstallGroup} InstallGroup */

/**
 * @typedef {object} ReadyProject
 * @property {string} root absolute path of the project
 * @property {string} node the Node the project runs on
 * @property {string} build folder of the build to run, see builds.mjs
 */

const OLDEST_NODE = 20;
/** Not `import.meta.filename`: the first releases of Node 20 do not have it. */
const THIS_FILE = fileURLToPath(import.meta.url);

/**
 * @param {string} root
 * @param {InstallGroup} group
 * @returns {string | undefined} identity of the build to run, when nothing is missing
 */
function findReadyBuild(root, group) {
  if (!areDependenciesInPlace(root, group)) return undefined;
  const identity = computeBuildIdentity(root);
  return isBuilt(root, identity) ? identity : undefined;
}

/**
 * @param {string} root
 * @param {InstallGroup} group
 * @returns {Promise<string>} identity of the build to run
 */
async function installAndBuild(root, group) {
  if (!areDependenciesInPlace(root, group)) await installDependencies(root, group);
  const ready = findReadyBuild(root, group);
  if (ready !== undefined && useBuild(root, ready)) return ready;
  const identity = await showProgress({ title: 'building' }, () => makeBuild(root));
  useBuild(root, identity);
  removeUnusedBuilds(root, identity);
  return identity;
}

function reportWaiting() {
  process.stderr.write('filmgate: waiting for another start from this folder …\n');
}

/**
 * @param {string} root
 * @param {InstallGroup} group
 * @returns {Promise<ReadyProject>}
 */
async function prepare(root, group) {
  const ready = findReadyBuild(root, group);
  const identity =
    ready !== undefined && useBuild(root, ready)
      ? ready
      : await withLock({ name: root, onWait: reportWaiting }, () => installAndBuild(root, group));
  return { root, node: projectNode(root), build: buildDirectory(root, identity) };
}

/**
 * Installs and builds what is missing. A reason that the person can mend is printed and ends the process with 1.
 *
 * @param {InstallGroup} [group] what has to be installed
 * @returns {Promise<ReadyProject>}
 */
export async function bootstrap(group = 'run') {
  try {
    if (Number.parseInt(process.versions.node, 10) < OLDEST_NODE) {
      throw new BootstrapFailure(
        `Node ${OLDEST_NODE} or newer is needed; this is ${process.version}`,
      );
    }
    return await prepare(realpathSync(dirname(dirname(THIS_FILE))), group);
  } catch (error) {
    if (!(error instanceof BootstrapFailure)) throw error;
    process.stderr.write(`filmgate: ${error.message}\n`);
    process.exit(1);
  }
}

if (process.argv[1] === THIS_FILE) await bootstrap();
