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

  it.each([
    ['FILMGATE_KEY_KLING_GLOBL', 'the nearest is FILMGATE_KEY_KLING_GLOBAL'],
    ['FILMGATE_KEY_MOCK', 'FILMGATE_KEY_MOCK names no place'],
  ])('[providers.places.key] %s is refused', async (name, sentence) => {
    const { code, stderr } = await runFilmgate(['generate', 'a fox', '-o', 'x.mp4'], {
      cwd: folder.path,
      env: { [name]: 'a-key-of-kling' },
    });
    expect(code).toBe(1);
    expect(stderr).toContain(sentence);
    expect(stderr).not.toContain('a-key-of-kling');
  });

  it('[providers.places.check] is looked at without ordering anything', async () => {
    const ordered = kling.orders.length;
    const env = {
      FILMGATE_KEY_KLING_GLOBAL: 'a-key-of-kling',
      FILMGATE_PROVIDERS_FILE: 'providers.json',
    };
    const well = await runFilmgate(['providers', 'check', 'kling-global'], {
      cwd: folder.path,
      env,
    });
    expect([well.code, well.stderr]).toEqual([0, '']);
    expect(well.stdout).toContain('ok  login: holds');
    expect(well.stdout).toContain('makes: kling-3.0');
    writeFileSync(
      folder.at('away.json'),
      JSON.stringify({ 'kling-global': { base_url: 'http://127.0.0.1:1' } }),
    );
    const away = await runFilmgate(['providers', 'check'], {
      cwd: folder.path,
      env: { ...env, FILMGATE_PROVIDERS_FILE: 'away.json' },
    });
    expect(away.code).toBe(2);
    expect(away.stdout).toContain('BAD http://127.0.0.1:1 cannot be reached');
    expect(kling.orders.length).toBe(ordered);
  });

  it('[providers.catalog.check] shows which route makes what', async () => {
    const { code, stdout } = await runFilmgate(['catalog', 'check'], {
      cwd: folder.path,
      env: { FILMGATE_CATALOG: 'default,kling' },
    });
    expect(code).toBe(0);
    expect(stdout).toContain('vm_std-2.0 (tasks): made by the mock');
    expect(stdout).toMatch(/^ +kling-global kling-3\.0 \(1\) +kling-cn kling-3\.0 \(1\)$/m);
    expect(stdout).toMatch(/^ +3 s 16:9 720p +yes +yes$/m);
  });

  it('[providers.places.lazy] lets a start load what knows its protocol, and nothing of the mock', async () => {
    const loaded = await modulesOf({ FILMGATE_KEY_KLING_GLOBAL: 'a-key-of-kling' });
    expect(loaded.filter((url) => url.includes('/upstream-mock/'))).toEqual([]);
    expect(loaded.filter((url) => url.includes('/upstream-http/src/kling/'))).not.toEqual([]);
    expect(loaded.filter((url) => url.includes('/upstream-http/src/ark/'))).toEqual([]);
  });

  it('[providers.places.lazy] no start loads what knows a protocol before there is an account or a route of it', async () => {
    const loaded = await modulesOf({});
    expect(
      loaded.filter((url) => /upstream-http\/src\/(?:ark|kling|openai-videos)\//.test(url)),
    ).toEqual([]);
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
