import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { argv, stderr } from 'node:process';
import * as z from 'zod';

/**
 * Writes the components of a release as a CycloneDX document with the hashes of the lock file:
 *
 *     node tools/shipping/write-sbom.ts FILE
 *
 * It lists the packages that the programs load, those bundled into the console's pages, and the tools that bundle them.
 * `npm sbom` omits packages that are a development dependency of one workspace and a real one of another, so it reads
 * the lock file without the former, and without the examples, benchmarks and tools.
 */

const root = resolve(import.meta.dirname, '../..');
/** Its development dependencies are bundled into the pages, and so are part of a release. */
const bundled = 'packages/console';
const notReleased = /^(?:examples|bench|tools|packages\/[^/]+\/test)(?:\/|$)/;

const manifestSchema = z.looseObject({
  peerDependencies: z.record(z.string(), z.string()).default({}),
  peerDependenciesMeta: z.record(z.string(), z.looseObject({ optional: z.boolean() })).default({}),
});
const lockSchema = z.looseObject({
  packages: z.record(
    z.string(),
    z.looseObject({ link: z.boolean().optional(), resolved: z.string().optional() }),
  ),
});

type Manifest = z.infer<typeof manifestSchema>;

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

function releasedManifest(path: string, workspaces: readonly string[]): Manifest {
  const manifest = manifestSchema.parse(readJson(join(path, 'package.json')));
  if (path === bundled) return manifest;
  const { devDependencies: _development, ...rest } = manifest;
  const released = { ...rest, peerDependencies: neededPeers(manifest) };
  return path === '' ? { ...released, workspaces } : released;
}

/** Optional peers of a package, such as a test runner, are no part of a release. */
function neededPeers({ peerDependencies, peerDependenciesMeta }: Manifest) {
  const peers = Object.entries(peerDependencies);
  return Object.fromEntries(
    peers.filter(([name]) => peerDependenciesMeta[name]?.optional !== true),
  );
}

/** Copies the manifests and the lock file into a folder with the layout of the project. */
function layOutRelease(folder: string): void {
  const workspaces = globSync('packages/*/package.json', { cwd: root }).map(dirname);
  const manifests = ['', ...workspaces].map(
    (path) => [path, releasedManifest(path, workspaces)] as const,
  );
  for (const [path, manifest] of manifests) {
    mkdirSync(join(folder, path), { recursive: true });
    writeFileSync(join(folder, path, 'package.json'), JSON.stringify(manifest));
  }
  const lock = lockSchema.parse(readJson('package-lock.json'));
  const released = Object.entries(lock.packages).filter(
    ([path, { link, resolved }]) => !notReleased.test(link === true ? (resolved ?? '') : path),
  );
  const packages = Object.fromEntries<unknown>([...released, ...manifests]);
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...lock, packages }));
}

function writeSbom(file: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'filmgate-sbom-'));
  try {
    layOutRelease(folder);
    const form = ['--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'];
    const written = execFileSync('npm', ['sbom', ...form], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    writeFileSync(file, written);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const [, , file] = argv;
if (file === undefined) {
  stderr.write('usage: node tools/shipping/write-sbom.ts FILE\n');
  process.exitCode = 2;
} else {
  writeSbom(resolve(file));
}
