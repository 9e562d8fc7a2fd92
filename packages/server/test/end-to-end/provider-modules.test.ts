import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { renderVideo } from '@filmgate/upstream-mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runFilmgate, scratchFolder } from './command.ts';

const pellicle = fileURLToPath(new URL('pellicle/pellicle.ts', import.meta.url));
const orders: unknown[] = [];
let folder: Awaited<ReturnType<typeof scratchFolder>>;
let server: Server;
let env: Readonly<Record<string, string>>;

const scene = {
  width: 854,
  height: 480,
  prompt: 'a paper boat',
  model: 'pel-1',
  aspectRatio: '16:9',
  resolution: '480p',
  seed: 'seed',
  jobId: 'clip-1',
  accountLabel: 'pellicle',
  durationSeconds: 2,
  audio: false,
} as const;

beforeAll(async () => {
  folder = await scratchFolder();
  const video = await renderVideo(scene);
  server = createServer((request, response) => {
    void (async () => {
      if (request.url?.endsWith('/file') === true) {
        response.setHeader('content-type', 'video/mp4').end(video);
        return;
      }
      if (request.method === 'POST') orders.push(await json(request));
      response.setHeader('content-type', 'application/json').end('{"clip":"clip-1"}');
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  writeFileSync(
    folder.at('providers.json'),
    JSON.stringify({ pellicle: { base_url: `http://127.0.0.1:${port}` } }),
  );
  env = {
    FILMGATE_PROVIDER_MODULES: pellicle,
    FILMGATE_PROVIDERS_FILE: 'providers.json',
    FILMGATE_KEY_PELLICLE: 'a-key-of-pellicle',
  };
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await folder.dispose();
});

function filmgate(args: readonly string[], given: Readonly<Record<string, string>> = env) {
  return runFilmgate(args, { cwd: folder.path, env: given });
}

function written(name: string, text: string): string {
  writeFileSync(folder.at(name), text);
  return `./${name}`;
}

describe('a module with a provider of the operator', () => {
  it('[providers.modules] makes a video with its key and nothing else: its families are on offer', async () => {
    const ended = await filmgate(['generate', 'A paper boat', '-o', 'boat.mp4']);
    expect(ended.stderr).not.toContain('a-key-of-pellicle');
    expect(ended.code, ended.stderr).toBe(0);
    expect(readFileSync(folder.at('boat.mp4')).toString('latin1', 4, 8)).toBe('ftyp');
    expect(orders).toEqual([{ model: 'pel-1', text: 'A paper boat' }]);
  });

  it('[providers.modules] is listed with what a key would bring, and checked', async () => {
    const { FILMGATE_PROVIDER_MODULES: modules = '' } = env;
    const listed = await filmgate(['providers', 'list'], { FILMGATE_PROVIDER_MODULES: modules });
    expect(listed.stdout).toContain('pellicle (pellicle, https://api.pellicle.example)');
    expect(listed.stdout).toContain('with a key in FILMGATE_KEY_PELLICLE: pellicle-1');
    const checked = await filmgate(['providers', 'check', 'pellicle']);
    expect(checked.stdout).toContain('ok  makes: pellicle-1');
    const catalog = await filmgate(['catalog', 'check']);
    expect(catalog.stdout).toContain('pellicle-1 (tasks, local)');
  });

  it.each<readonly [what: string, path: () => string, words: string]>([
    ['is not there', () => './none.mjs', './none.mjs does not exist.'],
    ['does not load', () => written('broken.mjs', 'export {'), './broken.mjs cannot be loaded: '],
    ['exports none', () => written('empty.mjs', 'export const x = 1;'), 'exports no provider: '],
    [
      'describes nothing',
      () => written('bare.mjs', "export default { protocol: 'bare', describe: () => ({}) };"),
      'describes bare wrongly: ',
    ],
    [
      'takes a success for a refusal',
      () =>
        written(
          'sure.ts',
          readFileSync(pellicle, 'utf8').replace(
            'refusals: []',
            "refusals: [{ status: 200, code: null, kind: 'invalid', scope: 'request', source: 's', read: 'd' }]",
          ),
        ),
      'A refusal with 200 (any code) is no proof.',
    ],
  ])('[providers.modules] that %s is named before anything starts', async (_what, path, words) => {
    const ended = await filmgate(['config', 'check'], { FILMGATE_PROVIDER_MODULES: path() });
    expect(ended.code).not.toBe(0);
    expect(`${ended.stdout}${ended.stderr}`).toContain(words);
  });

  it('[providers.modules] whose families do not fit is refused by field', async () => {
    const text = readFileSync(pellicle, 'utf8').replace('promptLimit: 1_000', 'promptLimit: 0');
    const modules = written('wrong.ts', text);
    const ended = await filmgate(['providers', 'list'], {
      ...env,
      FILMGATE_PROVIDER_MODULES: modules,
    });
    expect(ended.code).not.toBe(0);
    expect(ended.stderr).toContain('The families of pellicle are unusable:');
    expect(ended.stderr).toContain('promptLimit');
  });
});
