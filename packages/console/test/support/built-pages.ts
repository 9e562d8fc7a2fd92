import { mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from '../../../../tools/bootstrap/lock.mjs';
import { buildPages } from '../../build/build-pages.ts';

const inPackage = (path: string): string =>
  fileURLToPath(new URL(`../../${path}`, import.meta.url));

const output = inPackage('dist/pages');

/** Makes sure that what browsers get is built from the sources as they are; of several at once, one builds. */
export async function ensurePagesBuilt(): Promise<void> {
  if (await isBuilt()) return;
  mkdirSync(inPackage('dist'), { recursive: true });
  await withLock({ name: output, onWait: () => undefined }, async () => {
    if (!(await isBuilt())) await build();
  });
}

async function isBuilt(): Promise<boolean> {
  const built = modifiedAt(join(output, 'index.html')) ?? 0;
  return built >= (await newest(['src/app', 'build', 'vite.config.ts']));
}

async function build(): Promise<void> {
  // Servers read the old pages until the new ones are whole.
  const fresh = `${output}.${process.pid}`;
  const startedAt = new Date();
  try {
    removeLeftovers();
    await buildPages(fresh);
    // What is changed while it is built is newer.
    utimesSync(join(fresh, 'index.html'), startedAt, startedAt);
    rmSync(output, { recursive: true, force: true });
    renameSync(fresh, output);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** What builds that were killed have left. */
function removeLeftovers(): void {
  for (const name of readdirSync(inPackage('dist')))
    if (/^pages\.\d+$/.test(name)) rmSync(inPackage(`dist/${name}`), { recursive: true });
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
