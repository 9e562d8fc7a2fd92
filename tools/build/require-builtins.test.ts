import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { requireBuiltins } from './require-builtins.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'filmgate-builtins-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const program = `import { createServer } from 'node:http';
import process from 'node:process';
const loaded = process.moduleLoadList.some((name) => name.endsWith('undici/undici'));
process.stdout.write(JSON.stringify([typeof createServer, loaded]));
`;

async function run(plugins: readonly (typeof requireBuiltins)[]): Promise<unknown> {
  const source = join(folder, 'source.mjs');
  const outfile = join(folder, 'bundle.mjs');
  writeFileSync(source, program);
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    plugins: [...plugins],
  });
  return JSON.parse(execFileSync(process.execPath, [outfile], { encoding: 'utf8' }));
}

it('a server without the client behind fetch', async () => {
  expect(await run([requireBuiltins])).toEqual(['function', false]);
  expect(await run([])).toEqual(['function', true]);
});
