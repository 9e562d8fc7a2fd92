import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listWorkspacePackages, type WorkspacePackage } from '../build/workspace-package.ts';
import { oldestNode } from './oldest-node.ts';
import {
  compileExamples,
  copyExamples,
  forgottenExports,
  neededForModelIds,
  startExamples,
  startOnOldestFastify,
} from './packed-scenarios.ts';
import { useMockAlone } from './packed-mock.ts';
import { reachVerdicts } from './packed-tester.ts';
import { root, runCommand } from './run-command.ts';

const installFlags = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];

async function mustSucceed(command: readonly [string, ...string[]], cwd: string): Promise<string> {
  // The built-in mock must respond immediately.
  const env = { FILMGATE_MOCK_SPEED: '1000' };
  const { succeeded, output } = await runCommand(command, { cwd, env });
  expect(succeeded, `$ ${command.join(' ')}\n${output}`).toBe(true);
  return output;
}

/** Archives that `npm publish` would send, one per package; paths are absolute. */
async function packAll(
  folder: string,
  packages: readonly WorkspacePackage[],
): Promise<readonly string[]> {
  mkdirSync(folder);
  const chosen = packages.map(({ manifest }) => `--workspace=${manifest.name}`);
  await mustSucceed(['npm', 'pack', ...chosen, '--pack-destination', folder], root);
  return readdirSync(folder).map((name) => join(folder, name));
}

async function checkShape(archive: string): Promise<void> {
  await mustSucceed(['publint', 'run', archive, '--strict'], root);
  await mustSucceed(['attw', archive, '--profile', 'esm-only', '--no-color'], root);
}

/** Import specifier of each module, `@filmgate/core/laws` for example. */
function importNames({ manifest }: WorkspacePackage): readonly string[] {
  return Object.entries(manifest.exports)
    .filter(([, target]) => typeof target !== 'string')
    .map(([path]) => manifest.name + path.slice(1));
}

/** A program that imports every module and then ends, unless a module starts a timer on import. */
function importProgram(packages: readonly WorkspacePackage[]): string {
  const names = packages.flatMap(importNames);
  return `for (const name of ${JSON.stringify(names)}) {
  const module = await import(name);
  if (Object.keys(module).length === 0) throw new Error(name + ' exports nothing');
}
`;
}

/** Installs the oldest supported Node in a separate folder; resolves with the path of the program. */
async function installOldestNode(folder: string, packages: readonly WorkspacePackage[]) {
  const { specifier, program } = oldestNode(packages);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  await mustSucceed(['npm', 'install', ...installFlags, specifier], folder);
  return join(folder, program);
}

interface Packed {
  /** Absolute paths. */
  readonly archives: readonly string[];
  readonly packages: readonly WorkspacePackage[];
}

/**
 * Installs the archives like a user and uses them, on the project's Node and on the oldest: each module is imported,
 * each command prints its help. A video is made on the oldest. Each example is compiled and started, each type in a
 * signature can be imported, and a bundler keeps only the used part of the core.
 */
async function useInstalled(folder: string, { archives, packages }: Packed): Promise<void> {
  mkdirSync(folder);
  const userManifest = { private: true, type: 'module', workspaces: ['examples/*'] };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(userManifest));
  const examples = copyExamples(root, join(folder, 'examples'));
  writeFileSync(join(folder, 'import-all.js'), importProgram(packages));
  await mustSucceed(['npm', 'install', ...installFlags, ...archives], folder);
  const oldest = await installOldestNode(join(folder, 'oldest-node'), packages);
  const commands = packages.flatMap(({ manifest }) => Object.keys(manifest.bin));
  await mustSucceed(['node', 'import-all.js'], folder);
  await mustSucceed([oldest, 'import-all.js'], folder);
  for (const name of commands) {
    const command = join(folder, 'node_modules', '.bin', name);
    await mustSucceed([command, '--help'], folder);
    await mustSucceed([oldest, command, '--help'], folder);
  }
  const filmgate = join(folder, 'node_modules', '.bin', 'filmgate');
  await mustSucceed([oldest, filmgate, 'generate', 'a red kite', '-o', 'video.mp4'], folder);
  expect(forgottenExports(folder, packages)).toEqual([]);
  expect(await neededForModelIds(folder)).toEqual([]);
  await compileExamples(folder, root, mustSucceed);
  await startExamples(folder, examples, mustSucceed);
}

it('[mock.alone] [mock.test-api.verdict] [mock.test-api.commands] the packages work as their users get them, the mock without any other', async () => {
  const packages = listWorkspacePackages(root).filter(({ manifest }) => !manifest.private);
  const folder = mkdtempSync(join(tmpdir(), 'filmgate-packages-'));
  try {
    await mustSucceed(['node', 'tools/build.mjs'], root);
    const archives = await packAll(join(folder, 'archives'), packages);
    for (const archive of archives) await checkShape(archive);
    await useInstalled(join(folder, 'user'), { archives, packages });
    const given = { root, archives, installFlags, mustSucceed };
    await useMockAlone(join(folder, 'mock-alone'), { ...given, packages });
    await reachVerdicts(join(folder, 'tester'), given);
    await startOnOldestFastify(join(folder, 'oldest-fastify'), given);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
