import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { readSnippets } from '../support/read-snippets.ts';

const folder = resolve(import.meta.dirname, '../..');
const fromSource = '--conditions=@filmgate/source';

/** A folder of the workspace, from where packages are found by name, that is no part of it. */
async function withFolder(use: (path: string) => Promise<void>): Promise<void> {
  const cache = resolve(folder, '../../node_modules/.cache');
  await mkdir(cache, { recursive: true });
  const path = await mkdtemp(resolve(cache, 'filmgate-readme-'));
  try {
    await use(path);
  } finally {
    await rm(path, { recursive: true });
  }
}

async function printsWhatItSays(code: string): Promise<void> {
  await withFolder(async (path) => {
    const file = resolve(path, 'example.mjs');
    await writeFile(file, code);
    const child = spawn(process.execPath, [fromSource, file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [printed] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    const promised = [...code.matchAll(/\/\/ ([\w/]+):/g)].map(([, value]) => value);
    expect(printed.trim().split('\n')).toEqual(promised);
  });
}

/** With which status a program ends. */
async function exitOf(code: string): Promise<unknown> {
  let status: unknown;
  await withFolder(async (path) => {
    const file = resolve(path, 'example.mjs');
    await writeFile(file, code);
    const child = spawn(process.execPath, [fromSource, file], { stdio: 'ignore' });
    [status] = await once(child, 'exit');
  });
  return status;
}

it('[mock.lost-answers] [mock.ledger] the example in a test prints what it says', async () => {
  const [code] = readSnippets('mock-in-a-test');
  await printsWhatItSays(code);
});

it('[mock.test-api.verdict] the example with node:test passes, and fails without its last line', async () => {
  const [code] = readSnippets('mock-in-node-test');
  expect(await exitOf(code)).toBe(0);
  expect(await exitOf(code.replace(/^.*expectFindings.*$/m, ''))).toBe(1);
});

it('[mock.lost-answers] [mock.ledger] the example as a port prints what it says', async () => {
  const [code] = readSnippets('mock-in-process');
  await printsWhatItSays(code);
});

it('[mock.block-providers] the example that blocks providers prints what it says', async () => {
  const [code] = readSnippets('mock-blocks-providers');
  await printsWhatItSays(code);
});

it('[mock.waiting] the example of a call that waits prints what it says', async () => {
  const [code] = readSnippets('mock-waiting-call');
  await printsWhatItSays(code);
});

it('[commands.mock-serve] the command serves as it says', async () => {
  const [command] = readSnippets('mock-serve');
  const [, args = ''] = /^npx filmgate-mock (.+)$/.exec(command) ?? [];
  const words = args.replace('8789', '0').split(' ');
  await withFolder(async (cwd) => {
    const cli = resolve(folder, 'src/cli.ts');
    const child = spawn(process.execPath, [fromSource, cli, ...words], { cwd, stdio: 'pipe' });
    const said: unknown[] = await once(createInterface({ input: child.stdout }), 'line');
    expect(said.join('\n')).toMatch(/^filmgate-mock listens on http:\/\/127\.0\.0\.1:\d+$/);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});
