import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import * as z from 'zod';

/** The condition under which the packages import each other's sources, see tsconfig.base.json. */
const SOURCE_CONDITION = '@filmgate/source';

const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  private: z.boolean().default(false),
  engines: z.record(z.string(), z.string()).default({}),
  bin: z.record(z.string(), z.string()).default({}),
  exports: z
    .record(z.string(), z.union([z.string(), z.record(z.string(), z.string())]))
    .default({}),
  dependencies: z.record(z.string(), z.string()).default({}),
  peerDependencies: z.record(z.string(), z.string()).default({}),
  devDependencies: z.record(z.string(), z.string()).default({}),
  repository: z
    .object({ type: z.string(), url: z.string(), directory: z.string().optional() })
    .optional(),
});

/** Parts of a package.json that the tools read. */
type PackageManifest = Readonly<z.infer<typeof manifestSchema>>;

/** One module a package is built into: exported, run as a command, or started as a thread. */
export interface PackageEntry {
  /** Path below `dist` without extension, such as `index`. */
  readonly name: string;
  /** Absolute path of the source. */
  readonly source: string;
}

export interface WorkspacePackage {
  /** Name of the folder below `packages`. */
  readonly folder: string;
  readonly directory: string;
  readonly manifest: PackageManifest;
}

/** All packages below `packages/`, by folder name. */
export function listWorkspacePackages(root: string): readonly WorkspacePackage[] {
  return globSync('packages/*/package.json', { cwd: root })
    .toSorted()
    .map((path) => {
      const directory = dirname(join(root, path));
      const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(root, path), 'utf8')));
      return { folder: dirname(path).slice('packages/'.length), directory, manifest };
    });
}

function entryName(distPath: string): string {
  return distPath.replace(/^\.\/dist\//, '').replace(/\.js$/, '');
}

function exportedEntries({ directory, manifest }: WorkspacePackage): PackageEntry[] {
  return Object.values(manifest.exports).flatMap((target) => {
    if (typeof target === 'string') return [];
    const source = target[SOURCE_CONDITION];
    const output = target['default'];
    if (source === undefined || output === undefined) return [];
    return [{ name: entryName(output), source: join(directory, source) }];
  });
}

function commandEntries({ directory, manifest }: WorkspacePackage): PackageEntry[] {
  return Object.values(manifest.bin).map((output) => ({
    name: entryName(output),
    source: join(directory, 'src', `${entryName(output)}.ts`),
  }));
}

/** Files of worker threads (`<name>-thread.ts`), built beside the module that starts them. */
function threadEntries({ directory }: WorkspacePackage): PackageEntry[] {
  return globSync('src/**/*-thread.ts', { cwd: directory })
    .toSorted()
    .map((path) => ({ name: basename(path, '.ts'), source: join(directory, path) }));
}

/** The modules to build: those of `exports` and `bin`, and the threads that a package starts. */
export function listPackageEntries(workspacePackage: WorkspacePackage): readonly PackageEntry[] {
  return [
    ...exportedEntries(workspacePackage),
    ...commandEntries(workspacePackage),
    ...threadEntries(workspacePackage),
  ];
}
