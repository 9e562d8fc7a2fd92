import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type BuildOptions, type Plugin } from 'esbuild';
import { smaller, targetOf } from './build-package.ts';
import { bundledLicenses } from './bundled-licenses.ts';
import { copyFixtures } from './copy-fixtures.ts';
import { requireBuiltins } from './require-builtins.ts';
import type { WorkspacePackage } from './workspace-package.ts';

const file = 'filmgate-mock.mjs';

/**
 * Writes the mock as files that need no installation:
 *
 *     filmgate-mock.mjs           the command, and the module @filmgate/upstream-mock
 *     filmgate-mock-vitest.mjs    the module @filmgate/upstream-mock/vitest; needs Vitest and the first file
 *     filmgate_mock.py            the module for Python; needs the first file
 *     provider-fixtures           what the command check compares providers with; no other command reads it
 */
export async function writeMockFile(root: string, mock: WorkspacePackage, output: string) {
  mkdirSync(output, { recursive: true });
  const common = {
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: targetOf(mock),
    conditions: ['@filmgate/source'],
    ...smaller,
  } satisfies BuildOptions;
  const { metafile, outputFiles } = await build({
    ...common,
    entryPoints: ['tools/build/program/mock-file.ts'],
    plugins: [requireBuiltins],
    banner: { js: '#!/usr/bin/env node' },
    metafile: true,
    write: false,
  });
  const licenses = bundledLicenses(root, Object.keys(metafile.inputs)).replaceAll('*/', '* /');
  const code = outputFiles.map(({ text }) => text).join('');
  writeFileSync(join(output, file), `${code}/*\n${licenses}\n*/\n`);
  const vitest = join(mock.directory, 'src', 'testing', 'vitest.ts');
  await build({
    ...common,
    entryPoints: [vitest],
    plugins: [importFile(vitest)],
    external: ['vitest'],
    outfile: join(output, 'filmgate-mock-vitest.mjs'),
  });
  cpSync(join(mock.directory, 'python', 'filmgate_mock.py'), join(output, 'filmgate_mock.py'));
  rmSync(join(output, 'provider-fixtures'), { recursive: true, force: true });
  copyFixtures(root, output);
}

/** Makes a module of the mock import the single file, which has all code, by its exports. */
function importFile(source: string): Plugin {
  return {
    name: 'import-file',
    setup(builder) {
      builder.onResolve({ filter: /^\./ }, ({ importer }) =>
        importer === source ? { path: `./${file}`, external: true } : undefined,
      );
    },
  };
}
