import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { everyJob } from '@filmgate/core';
import { createSqliteStorage } from '@filmgate/storage-sqlite';
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

  it('[providers.trail.figures] leaves what the provider says it took and made in the trail of the film', async () => {
    const store = await createSqliteStorage({ file: folder.at('data', 'cli', 'filmgate.db') });
    try {
      const page = await store.reader.list({ ...everyJob, owner: null, limit: 1 });
      const [job] = page.kind === 'page' ? page.jobs : [];
      const finished = (await store.reader.trail(job?.id ?? '')).find(
        ({ what }) => what === 'upstream-finished',
      );
      const billing = [{ charge_type: 'unit', amount: '1.8', package_type: 'video' }];
      expect(finished?.detail).toEqual({
        usage: { unit: 'units', amount: 180, figures: { billing } },
        effective: { duration: '3.04' },
      });
      expect(finished?.money.at(-1)).toMatchObject({
        amount: 180,
        unit: 'units',
        after: { reserved: 0, held: 0, settled: 180 },
      });
    } finally {
      await store.close();
    }
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
