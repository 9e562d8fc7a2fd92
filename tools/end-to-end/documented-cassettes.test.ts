/** @module-tag long */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { wrongKey } from '@filmgate/mock-cassettes';
import { expect, it, onTestFinished } from 'vitest';
import { readSnippets } from '../docs/read-snippets.ts';
import { commandLines, startCommand } from './command-process.ts';
import { runShell } from './run-snippet.ts';
import { createScratchFolder } from './scratch-folder.ts';

/** Runs the cassette commands like a reader, with a mock in place of the provider. */

const provider = 'https://api.openai.com';

it('[mock.cassettes.commands] [mock.check.drift] records a video, replays it to a clean verdict, and checks for drift', async () => {
  const folder = createScratchFolder();
  onTestFinished(() => folder.remove());
  const cwd = folder.path;
  const start = async (words: readonly string[], env: NodeJS.ProcessEnv = {}) => {
    const command = [...commandLines['filmgate-mock'], ...words, '--port', '0'] as const;
    const ready = /(?:listens on|as openai at) (http:\S+)\n/;
    const started = await startCommand({ command, ready, env, cwd });
    onTestFinished(async () => {
      await started.stop();
    });
    const [, url = ''] = ready.exec(started.output()) ?? [];
    return { ...started, origin: new URL(url).origin };
  };
  const [record] = readSnippets('cassette-record');
  const [client] = readSnippets('cassette-client');
  const [replay] = readSnippets('cassette-replay');
  const [verdict] = readSnippets('cassette-verdict');
  const [check] = readSnippets('cassette-check');
  const mock = await start(['serve', '--as', 'openai-videos'], { FILMGATE_MOCK_SPEED: '100' });
  const upstream = `${mock.origin}/openai-videos`;
  const words = ({ text }: { readonly text: string }) =>
    text.replace(provider, upstream).replace('npx filmgate-mock ', '').split(' ');
  const env = { OPENAI_API_KEY: 'studio-key-1' };
  const video = join(cwd, 'kite.mp4');

  const recorder = await start(words(record));
  await runShell([client.text], { cwd, env, addresses: { mockUrl: recorder.origin } });
  expect(readFileSync(video).toString('latin1', 4, 8)).toBe('ftyp');
  expect(await recorder.stop()).toBe(0);
  rmSync(video);

  const replayed = await start(words(replay));
  const run = { cwd, env, addresses: { mockUrl: replayed.origin } };
  await runShell([client.text], run);
  expect(readFileSync(video).toString('latin1', 4, 8)).toBe('ftyp');
  expect(await runShell([verdict.text], run)).toMatch(/^clean: space default: /);

  // A mock accepts every key but those described otherwise.
  await fetch(`${mock.origin}/_mock/accounts`, {
    method: 'POST',
    body: JSON.stringify({ key: wrongKey, login: 'expired' }),
  });
  const said = await runShell([check.text.replaceAll(provider, upstream)], { cwd, env });
  expect(said).toMatch(/\nno drift\n$/);
});
