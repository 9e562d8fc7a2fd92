import { mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildPages } from '../../build/build-pages.ts';

const inPackage = (path: string): string =>
  fileURLToPath(new URL(`../../${path}`, import.meta.url));

const output = inPackage('dist/pages');
const lock = inPackage('dist/pages.lock');
/** Ms after which the holder of the lock is considered killed. */
const longestBuildMs = 90_000;
const pauseMs = 100;

/** Builds the pages unless they are newer than the sources; of concurrent calls, one builds. */
export async function ensurePagesBuilt(): Promise<void> {
  while (!(await isBuilt())) {
    if (takeLock()) {
      await buildUnderLock();
      return;
    }
    await pause(pauseMs);
  }
}

async function isBuilt(): Promise<boolean> {
  const built = modifiedAt(join(output, 'index.html')) ?? 0;
  return built >= (await newest(['src/app', 'build', 'vite.config.ts']));
}

async function buildUnderLock(): Promise<void> {
  // Servers read the old pages until the new ones are complete.
  const fresh = `${output}.${process.pid}`;
  const startedAt = new Date();
  try {
    removeLeftovers();
    if (await isBuilt()) return;
    await buildPages(fresh);
    // A source changed during the build must count as newer.
    utimesSync(join(fresh, 'index.html'), startedAt, startedAt);
    rmSync(output, { recursive: true, force: true });
    renameSync(fresh, output);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
    rmSync(lock, { recursive: true, force: true });
  }
}

/** Removes leftovers of killed builds. */
function removeLeftovers(): void {
  for (const name of readdirSync(inPackage('dist')))
    if (/^pages\.\d+$/.test(name)) rmSync(inPackage(`dist/${name}`), { recursive: true });
}

function takeLock(): boolean {
  const heldSince = modifiedAt(lock);
  if (heldSince !== undefined && Date.now() - heldSince > longestBuildMs)
    rmSync(lock, { recursive: true, force: true });
  mkdirSync(inPackage('dist'), { recursive: true });
  try {
    mkdirSync(lock);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function modifiedAt(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

async function newest(paths: readonly string[]): Promise<number> {
  const times = await Promise.all(
    paths.map(async (path) => {
      const whole = inPackage(path);
      if (statSync(whole).isFile()) return modifiedAt(whole) ?? 0;
      const entries = await readdir(whole, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile());
      return Math.max(
        ...files.map(({ parentPath, name }) => modifiedAt(join(parentPath, name)) ?? 0),
      );
    }),
  );
  return Math.max(...times);
}
