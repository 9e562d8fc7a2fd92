import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { allJobsQuery } from '@filmgate/core';
import { createSqliteStorage } from '@filmgate/storage-sqlite';
import { startMockServer } from '@filmgate/upstream-mock';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { startRedis } from '../http/fleet/redis-process.ts';
import { runFilmgate, scratchFolder } from './command.ts';

/** One variable makes the first real video, at the mock that speaks Kling's protocol. */

const program = fileURLToPath(new URL('loaded-modules.ts', import.meta.url));
let folder: Awaited<ReturnType<typeof scratchFolder>>;
let kling: Awaited<ReturnType<typeof startMockServer>>;

beforeAll(async () => {
  folder = await scratchFolder();
  kling = await startMockServer({
    host: '127.0.0.1',
    port: 0,
    speed: 1000,
    seed: 'seed',
    control: true,
    personalities: ['kling'],
    now: () => Date.now(),
  });
  writeFileSync(
    folder.at('providers.json'),
    JSON.stringify({ 'kling-global': { base_url: `${kling.url}/kling` } }),
  );
});
afterAll(async () => {
  await kling.close();
  await folder.dispose();
});

const ledgerSchema = z.object({
  accepted: z.int(),
  completed: z.int(),
  jobs: z.array(z.looseObject({ wire: z.string(), model: z.string(), account: z.string() })),
});

async function ledger(contains: string) {
  const url = new URL('/_mock/ledger', kling.url);
  url.searchParams.set('contains', contains);
  return ledgerSchema.parse(await (await fetch(url)).json());
}

async function describeKey(account: object): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify(account);
  await fetch(new URL('/_mock/accounts', kling.url), { method: 'POST', headers, body });
}

/** Runs `filmgate generate` on a data directory of its own, with one key. */
function generateWith(key: string, data: string, prompt: string, providers = 'providers.json') {
  return runFilmgate(['generate', prompt, '-o', 'none.mp4'], {
    cwd: folder.path,
    env: {
      FILMGATE_DATA_DIR: data,
      FILMGATE_KEY_KLING_GLOBAL: key,
      FILMGATE_PROVIDERS_FILE: providers,
    },
  });
}

function generate(prompt: string, ...further: readonly string[]) {
  return runFilmgate(['generate', prompt, '-o', 'out.mp4', ...further], {
    cwd: folder.path,
    env: {
      FILMGATE_KEY_KLING_GLOBAL: 'a-key-of-kling',
      FILMGATE_PROVIDERS_FILE: 'providers.json',
    },
  });
}

describe('a key of a real provider', () => {
  describe.each([
    {
      how: 'with no model named',
      tags: 'long',
      wishes: [{ prompt: 'a fox in the snow', chosen: [], model: 'kling-3.0' }],
    },
    {
      how: 'with a model named',
      tags: [],
      wishes: [
        // The provider has another name for the model than the preset.
        {
          prompt: 'a fox in the rain',
          chosen: ['-m', 'kling-2.6-sound-5s-16x9-1080p'],
          model: 'kling-2.6',
        },
      ],
    },
  ])('$how', ({ tags, wishes }) => {
    it.each(wishes)(
      '[providers.places.key] makes $prompt by its variable alone, with the provider’s own model $model, submitted once',
      { tags },
      async ({ prompt, chosen, model }) => {
        const { code, stderr, stdout } = await generate(prompt, ...chosen);
        expect([code, stdout], stderr).toEqual([0, 'out.mp4\n']);
        expect(readFileSync(folder.at('out.mp4')).toString('latin1', 4, 8)).toBe('ftyp');
        expect(await ledger(prompt)).toMatchObject({
          accepted: 1,
          completed: 1,
          jobs: [{ wire: 'kling', model }],
        });
        expect(existsSync(folder.at('data', 'cli', 'mock-ledger.ndjson'))).toBe(false);
      },
    );
  });

  it('[commands.generate-account] is named with the words of the provider that refuses it', async () => {
    await describeKey({ key: 'a-wrong-key', login: 'expired' });
    const { code, stderr } = await generateWith('a-wrong-key', 'wrong', 'a fox');
    expect([code, stderr]).toEqual([
      2,
      'filmgate generate: No account is enabled and logged in. kling-global refused the key in FILMGATE_KEY_KLING_GLOBAL (401, 1000: authentication failed).\n',
    ]);
  });

  it('[commands.generate-account] is named when it has no credits, at the first refusal and afterwards', async () => {
    await describeKey({ key: 'a-poor-key', credits: 0 });
    const words =
      'kling-global has no credits for the key in FILMGATE_KEY_KLING_GLOBAL (1102: not enough credits).';
    const first = await generateWith('a-poor-key', 'poor', 'a fox');
    expect([first.code, first.stderr.split('\n').at(-2)]).toEqual([
      2,
      `filmgate generate: All accounts that were tried are out of credits. ${words} Nothing was charged.`,
    ]);
    const second = await generateWith('a-poor-key', 'poor', 'a hare');
    expect([second.code, second.stderr]).toEqual([
      2,
      `filmgate generate: No account has enough credits. ${words}\n`,
    ]);
    expect(await ledger('a hare')).toMatchObject({ accepted: 0 });
  });

  it('[commands.generate-account] is named with the host that was never reached, and nothing is charged', {
    tags: 'long',
    timeout: 180_000,
  }, async () => {
    const away = { 'kling-global': { base_url: 'http://nowhere.invalid' } };
    writeFileSync(folder.at('away.json'), JSON.stringify(away));
    const { code, stderr } = await generateWith('a-key', 'away', 'a fox', 'away.json');
    expect(code).toBe(2);
    expect(stderr.split('\n').at(-2)).toMatch(
      /^filmgate generate: The provider was unavailable on every attempt\. kling-global could not be checked with the key in FILMGATE_KEY_KLING_GLOBAL: cannot reach nowhere\.invalid: E[A-Z_]+ \([a-z ]+\)\. Nothing was charged\.$/,
    );
  });

  it('[providers.trail.figures] records the amounts that the provider reports in the trail of the video', async () => {
    const store = await createSqliteStorage({ file: folder.at('data', 'cli', 'filmgate.db') });
    onTestFinished(() => store.close());
    const page = await store.reader.list({ ...allJobsQuery, owner: null, limit: 1 });
    const [job] = page.kind === 'page' ? page.jobs : [];
    const finished = (await store.reader.trail(job?.id ?? '')).find(
      ({ what }) => what === 'upstream-finished',
    );
    expect(finished?.detail).toMatchObject({
      usage: { unit: 'units', figures: { billing: [{ charge_type: 'unit' }] } },
      effective: { duration: '5' },
    });
    const amount = job?.spend?.usage?.amount ?? 0;
    expect(amount).toBeGreaterThan(0);
    expect(finished?.money.at(-1)).toMatchObject({ amount, unit: 'units' });
  });

  it.each(['sqlite', 'redis'] as const)(
    '[providers.places.lazy] lets a start on %s load the code of its protocol, and nothing of the mock',
    async (store) => {
      const redis = store === 'redis' ? await startRedis() : undefined;
      onTestFinished(() => redis?.stop());
      const loaded = await modulesOf({
        FILMGATE_KEY_KLING_GLOBAL: 'a-key-of-kling',
        FILMGATE_PROVIDERS_FILE: folder.at('providers.json'),
        ...(redis !== undefined && {
          FILMGATE_STORAGE: 'redis',
          FILMGATE_REDIS_URL: redis.url,
          FILMGATE_MASTER_KEY: '0123456789abcdef'.repeat(4),
        }),
      });
      const of = (part: string) => loaded.filter((url) => url.includes(part));
      expect(of('/upstream-mock/')).toEqual([]);
      expect(of(`/storage-${store}/`)).not.toEqual([]);
      expect(of('/upstream-http/src/kling/')).not.toEqual([]);
      expect(of('/upstream-http/src/ark/')).toEqual([]);
    },
  );
});

async function modulesOf(env: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const own = await scratchFolder();
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--conditions=@filmgate/source', program, own.path],
      {
        maxBuffer: 16 * 1024 * 1024,
        env: {
          PATH: process.env['PATH'],
          NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
          ...env,
        },
      },
    );
    return stdout.split('\n');
  } finally {
    await own.dispose();
  }
}
