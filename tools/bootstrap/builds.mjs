import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { BootstrapFailure } from './bootstrap-failure.mjs';
import { projectNode } from './project-node.mjs';
import { runQuietly } from './run-quietly.mjs';
import { otherRunningProcesses } from './running-processes.mjs';

/**
 * A build is a folder that never changes: `.filmgate/builds/<identity>/node_modules/@filmgate/<package>/…`, named by
 * what it was made from and moved into place whole. A running process keeps the one it started with, modules it
 * loads later included; a new build stands beside it.
 */

/** Folders and files of a package that do not reach its JavaScript. */
const NOT_BUILT =
  /^(?:node_modules|dist|test|bench|LICENSE|tsconfig.*\.json)$|\.test\.tsx?$|\.md$|\.tsbuildinfo$/;
const IDENTITY_LENGTH = 16;
const ATTEMPTS_WHILE_SOURCES_CHANGE = 5;

/** @param {string} root */
const buildsOf = (root) => join(root, '.filmgate', 'builds');

/**
 * @param {string} directory
 * @returns {string[]} paths of all files below it that a build depends on, in a stable order
 */
function sourceFiles(directory) {
  const entries = readdirSync(directory, { withFileTypes: true }).filter(
    ({ name }) => !NOT_BUILT.test(name),
  );
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(directory, entry.name);
    return entry.isDirectory() ? sourceFiles(path) : [path];
  });
}

/**
 * @param {string} root
 * @returns {string} the identity of the build the files on disk would give
 */
export function computeBuildIdentity(root) {
  const hash = createHash('sha256');
  const files = [
    join(root, 'package-lock.json'),
    ...sourceFiles(join(root, 'tools', 'build')),
    ...sourceFiles(join(root, 'packages')),
  ];
  for (const file of files) {
    const content = readFileSync(file);
    hash.update(`${file.slice(root.length)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex').slice(0, IDENTITY_LENGTH);
}

/**
 * @param {string} root
 * @param {string} identity
 */
export const buildDirectory = (root, identity) => join(buildsOf(root), identity);

/**
 * @param {string} root
 * @param {string} identity
 */
export const isBuilt = (root, identity) => existsSync(buildDirectory(root, identity));

/**
 * Builds all packages. When somebody saves a file meanwhile the result would belong to no state of the sources: it is made again.
 *
 * @param {string} root
 * @returns {Promise<string>} identity of the build now in place
 */
export async function makeBuild(root) {
  for (let attempt = 0; attempt < ATTEMPTS_WHILE_SOURCES_CHANGE; attempt += 1) {
    const identity = computeBuildIdentity(root);
    if (isBuilt(root, identity)) return identity;
    const draft = join(buildsOf(root), `draft-${randomUUID()}`);
    mkdirSync(draft, { recursive: true });
    try {
      const tool = join(root, 'tools', 'build', 'build-javascript.ts');
      await runQuietly([projectNode(root), tool, draft], { cwd: root });
      if (computeBuildIdentity(root) === identity) {
        renameSync(draft, buildDirectory(root, identity));
        return identity;
      }
    } finally {
      rmSync(draft, { recursive: true, force: true });
    }
  }
  throw new BootstrapFailure(
    'the sources keep changing while they are built; try again when they are saved',
  );
}

/**
 * Removes builds nobody runs. A process that has not chosen yet may be about to use any of them: then all stay.
 *
 * @param {string} root
 * @param {string} current identity of the build to keep in any case
 */
export function removeUnusedBuilds(root, current) {
  const inUse = otherRunningProcesses(root).map(({ build }) => build);
  if (inUse.includes(undefined)) return;
  for (const name of readdirSync(buildsOf(root))) {
    if (name !== current && !inUse.includes(name)) {
      rmSync(join(buildsOf(root), name), { recursive: true, force: true });
    }
  }
}
