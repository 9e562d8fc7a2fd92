import { createHash, randomUUID } from 'node:crypto';
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
import { projectNode } from './project-node.mjs';
import { BootstrapFailure, runQuietly } from './run-quietly.mjs';

/**
 * A build is a folder whose program never changes: `.filmgate/builds/<identity>`, named after its sources and moved
 * into place atomically. A running process keeps the build it started with, modules that it loads later included; a new
 * build gets another folder. A build contains everything its program needs (tools/build/build-program.ts).
 */

/** Folders and files of a package without an effect on its JavaScript. */
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
export const isBuilt = (root, identity) =>
  existsSync(join(buildDirectory(root, identity), 'package.json'));

/**
 * Builds the program. If a file is saved meanwhile, the result matches no state of the sources and is built again.
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
      const tool = join(root, 'tools', 'build', 'build-program.ts');
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

/** @type {ReadonlySet<unknown>} */
const UNWRITABLE = new Set(['EROFS', 'EACCES', 'EPERM']);

/** @param {string} pid */
function isAlive(pid) {
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * The users of a build that still run. A process id may have passed to another program: then the build stays longer.
 * @param {string} build folder of the build
 */
function usersOf(build) {
  const users = join(build, 'users');
  if (!existsSync(users)) return [];
  return readdirSync(users).filter((pid) => {
    if (isAlive(pid)) return true;
    rmSync(join(users, pid), { force: true });
    return false;
  });
}

/**
 * Records that this process uses a build, which is kept as long as the process runs.
 *
 * @param {string} root
 * @param {string} identity
 * @returns {boolean} false if the build was removed
 */
export function useBuild(root, identity) {
  const build = buildDirectory(root, identity);
  try {
    usersOf(build);
    mkdirSync(join(build, 'users'), { recursive: true });
    writeFileSync(join(build, 'users', String(process.pid)), '');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    // In a read-only folder nothing can be removed either.
    if (!UNWRITABLE.has(code) && code !== 'ENOENT') throw error;
  }
  return existsSync(join(build, 'package.json'));
}

/**
 * Removes builds that no process uses. A build that is selected at this moment is moved away and back.
 *
 * @param {string} root
 * @param {string} current identity of the build to keep in any case
 */
export function removeUnusedBuilds(root, current) {
  for (const name of readdirSync(buildsOf(root))) {
    const build = buildDirectory(root, name);
    if (name === current || usersOf(build).length > 0) continue;
    const removed = join(buildsOf(root), `draft-${randomUUID()}`);
    renameSync(build, removed);
    if (usersOf(removed).length > 0) renameSync(removed, build);
    else rmSync(removed, { recursive: true, force: true });
  }
}
