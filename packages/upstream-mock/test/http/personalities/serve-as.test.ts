import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { readSnippets } from '../../support/read-snippets.ts';

const folder = resolve(import.meta.dirname, '../../..');
const loadedModules = resolve(folder, 'test/support/personalities/loaded-modules.ts');

/** Runs the command, and returns its output once it has this many lines. */
async function serve(words: readonly string[], lines: number) {
  const cli = resolve(folder, 'src/cli.ts');
  const args = ['--conditions=@filmgate/source', '--import', loadedModules, cli, ...words];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe', 'pipe'] });
  const [, out, err, loaded] = child.stdio;
  if (out === null || err === null || !(loaded instanceof Readable)) throw new Error('no pipe');
  const [modules, errors] = [text(loaded), text(err)];
  const said: string[] = [];
  for await (const line of createInterface({ input: out })) {
    said.push(line);
    if (said.length === lines) child.kill('SIGTERM');
  }
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return { said, modules: (await modules).split('\n'), errors: await errors };
}

const personalities = (modules: readonly string[]) => [
  ...new Set(
    modules.flatMap((url) => /\/src\/wires\/(?!mock\/)([\w-]+)\/[\w-]+\.ts$/.exec(url)?.[1] ?? []),
  ),
];

it('[providers.personalities.lazy] a start says where it speaks each wire, and loads nothing of others', async () => {
  const [command] = readSnippets('mock-as-provider');
  const words = command.replace('npx filmgate-mock ', '').replace('8789', '0').trim().split(' ');
  const { said, modules } = await serve(words, 3);
  const [, url = ''] = /^filmgate-mock listens on (http:\S+)$/.exec(said[0] ?? '') ?? [];
  expect(said.slice(1)).toEqual([
    `filmgate-mock speaks kling at ${url}/kling`,
    `filmgate-mock speaks openai-videos at ${url}/openai-videos/v1`,
  ]);
  expect(personalities(modules).toSorted()).toEqual(['kling', 'openai-videos']);
});

it('[providers.personalities.lazy] a start without any loads none', async () => {
  const { modules } = await serve(['serve', '--port', '0'], 1);
  expect(modules.some((url) => url.endsWith('/mock-server.ts'))).toBe(true);
  expect(personalities(modules)).toEqual([]);
  expect(modules.filter((url) => /mock-cassettes|\/src\/replay\//.test(url))).toEqual([]);
});

it('[mock.start.lazy] a start loads nothing that reads requests, files or cassettes, and nothing that draws', async () => {
  const { modules } = await serve(['serve', '--port', '0'], 1);
  const needless = /\/zod\/|\/handle-control\.ts$|\/ledger-file\.ts$|\/media\/render/;
  expect(modules.filter((url) => needless.test(url))).toEqual([]);
});

it('[providers.personalities.lazy] a provider it does not know is refused with those it does', async () => {
  const { errors, said } = await serve(['serve', '--port', '0', '--as', 'sora'], 1);
  expect(said).toEqual([]);
  expect(errors).toMatch(
    /'sora' is invalid.*kling, ark, openai-videos, openai-images, fal, replicate, runway, google, openrouter, luma, minimax, dashscope, xai, vidu/,
  );
});
