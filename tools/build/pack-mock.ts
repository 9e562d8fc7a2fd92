import { execFileSync } from 'node:child_process';
import { renameSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildPackage, isMock } from './build-package.ts';
import { writeMockFile } from './mock-file.ts';
import { keepReachableDeclarations } from './shipped-declarations.ts';
import { listPackageEntries, listWorkspacePackages } from './workspace-package.ts';

/**
 * Writes the mock into a folder, as single files (see mock-file.ts) and as the package filmgate-upstream-mock.tgz.
 *
 * Run: node tools/build/pack-mock.ts FOLDER
 */

const root = resolve(import.meta.dirname, '../..');

const [folder] = process.argv.slice(2);
const mock = listWorkspacePackages(root).find(isMock);
if (folder === undefined || mock === undefined) throw new Error('usage: pack-mock.ts FOLDER');
// The bundler reads the manifest of the current folder.
process.chdir(root);
await writeMockFile(root, mock, folder);
await buildPackage(root, mock);
const run = (command: string, args: readonly string[]) =>
  execFileSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
run(join(root, 'node_modules', '.bin', 'tsc'), ['-b', '--force', mock.directory]);
keepReachableDeclarations(join(mock.directory, 'dist'), listPackageEntries(mock));
const packed = run('npm', [
  'pack',
  '--silent',
  '-w',
  mock.manifest.name,
  '--pack-destination',
  folder,
]);
renameSync(join(folder, packed.trim()), join(folder, 'filmgate-upstream-mock.tgz'));
process.stdout.write(`the mock is in ${folder}\n`);
