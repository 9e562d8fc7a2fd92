import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startMockServer } from '@filmgate/upstream-mock';
import { expect, it, onTestFinished } from 'vitest';
import { runFilmgate, scratchFolder } from './command.ts';

const models = fileURLToPath(new URL('ai-sdk-models/models.ts', import.meta.url));

it('[aisdk.module] a module with models of the AI SDK makes a video with its key', async () => {
  const folder = await scratchFolder();
  onTestFinished(() => folder.dispose());
  const mock = await startMockServer({
    host: '127.0.0.1',
    port: 0,
    speed: 1_000,
    seed: 'seed',
    control: true,
    personalities: ['xai'],
    now: () => Date.now(),
  });
  onTestFinished(() => mock.close());
  const place = { grok: { base_url: `${mock.url}/xai/v1` } };
  writeFileSync(folder.at('providers.json'), JSON.stringify(place));
  const env = {
    FILMGATE_PROVIDER_MODULES: models,
    FILMGATE_PROVIDERS_FILE: 'providers.json',
    FILMGATE_KEY_GROK: 'canary-of-grok',
  };
  const wish = ['generate', 'A paper boat', '-m', 'grok-video-5s-16x9-480p', '-o', 'boat.mp4'];
  const ended = await runFilmgate(wish, { cwd: folder.path, env });
  expect(ended.code, ended.stderr).toBe(0);
  expect(ended.stderr).not.toContain('canary-of-grok');
  expect(readFileSync(folder.at('boat.mp4')).toString('latin1', 4, 8)).toBe('ftyp');
  expect(mock.ledger('default', 'A paper boat')).toMatchObject({ accepted: 1 });
});
