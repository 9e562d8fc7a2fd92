import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runFilmgate, scratchFolder } from './command.ts';
import { startKlingServer } from './kling-server.ts';

/** One variable makes the first real film, at a server that speaks as Kling does. */

const program = fileURLToPath(new URL('loaded-modules.ts', import.meta.url));
let folder: Awaited<ReturnType<typeof scratchFolder>>;
let kling: Awaited<ReturnType<typeof startKlingServer>>;

beforeAll(async () => {
  folder = await scratchFolder();
  kling = await startKlingServer();
  writeFileSync(
    folder.at('providers.json'),
    JSON.stringify({ 'kling-global': { base_url: kling.url } }),
  );
});
afterAll(async () => {
  await kling.stop();
  await folder.dispose();
});

describe('a key of a real provider', () => {
  it('[providers.places.key] makes a film by its variable alone, with the first model of the protocol', async () => {
    const { code, stderr, stdout } = await runFilmgate(
      ['generate', 'a fox in the snow', '-o', 'out.mp4'],
      {
        cwd: folder.path,
        env: {
          FILMGATE_KEY_KLING_GLOBAL: 'a-key-of-kling',
          FILMGATE_PROVIDERS_FILE: 'providers.json',
        },
      },
    );
    expect([code, stdout], stderr).toEqual([0, 'out.mp4\n']);
    expect(readFileSync(folder.at('out.mp4')).toString('latin1', 4, 8)).toBe('ftyp');
    expect(kling.orders).toMatchObject([
      {
        path: '/text-to-video/kling-3.0',
        authorization: 'Bearer a-key-of-kling',
        body: { prompt: 'a fox in the snow' },
      },
    ]);
    expect(existsSync(folder.at('data', 'cli', 'mock-ledger.ndjson'))).toBe(false);
  });

  it('[providers.places.lazy] lets a start load what knows its protocol, and nothing of the mock', async () => {
    const loaded = await modulesOf({ FILMGATE_KEY_KLING_GLOBAL: 'a-key-of-kling' });
    expect(loaded.filter((url) => url.includes('/upstream-mock/'))).toEqual([]);
    expect(loaded.filter((url) => url.includes('/upstream-http/src/kling/'))).not.toEqual([]);
    expect(loaded.filter((url) => url.includes('/upstream-http/src/ark/'))).toEqual([]);
  });
});

async function modulesOf(env: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const own = await scratchFolder();
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--conditions=@filmgate/source', program, own.path],
      { maxBuffer: 16 * 1024 * 1024, env: { PATH: process.env['PATH'], ...env } },
    );
    return stdout.split('\n');
  } finally {
    await own.dispose();
  }
}
