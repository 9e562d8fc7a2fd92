import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Job } from '@filmgate/core';
import { startMockServer } from '@filmgate/upstream-mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkProviders } from '../../src/commands/providers.ts';
import { readSettings } from '../../src/settings/read-settings.ts';

/** Videos made by `providers check --spend`, at a server that speaks Kling's protocol. */

const ledgerSchema = z.object({
  accepted: z.number(),
  jobs: z.array(z.object({ model: z.string(), prompt: z.string() })),
});

/** A family that Kling makes, at a cost missing from the catalog. */
const unpriced = {
  families: [
    {
      id: 'boat',
      mediaType: 'video',
      surfaces: ['local'],
      displayName: 'Boat',
      description: 'Silent videos of boats.',
      ownedBy: 'house',
      durationsSeconds: [5],
      aspectRatios: ['16:9'],
      resolutions: ['720p'],
      audio: 'none',
      negativePrompt: false,
      references: { kinds: [], roles: [], minimum: 0, maximum: 0 },
      promptLimit: 2000,
      creditsPerSecond: { '720p': 1 },
      routes: [{ endpoint: 'kling-global', model: 'kling-2.6' }],
      waitSeconds: 60,
    },
  ],
};

let folder: string;
let mock: Awaited<ReturnType<typeof startMockServer>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filmgate-spend-'));
  const listen = { host: '127.0.0.1', port: 0, control: true };
  mock = await startMockServer({
    ...listen,
    now: Date.now,
    speed: 20,
    seed: 'seed',
    personalities: ['kling'],
  });
  const listens = { 'kling-global': { base_url: `${mock.url}/kling` } };
  await writeFile(join(folder, 'providers.json'), JSON.stringify(listens));
  await writeFile(join(folder, 'unpriced.json'), JSON.stringify(unpriced));
});
afterAll(async () => {
  await mock.close();
  await rm(folder, { recursive: true, force: true });
});

async function ledger() {
  return ledgerSchema.parse(await (await fetch(`${mock.url}/_mock/ledger`)).json());
}

interface Wish {
  readonly env?: Readonly<Record<string, string>>;
  /** Ends the command when its job has reached this state. */
  readonly leaveWhen?: Job['state'];
}

async function spend(amount: string, { env = {}, leaveWhen }: Wish = {}) {
  const read = readSettings(
    {
      FILMGATE_PROVIDERS_FILE: join(folder, 'providers.json'),
      FILMGATE_DATA_DIR: join(folder, 'data'),
      FILMGATE_KEY_KLING_GLOBAL: 'a-key-of-kling',
      ...env,
    },
    { makesKeys: true },
  );
  if (read.kind === 'refused') throw new Error(read.problems.join('\n'));
  let text = '';
  const output = {
    write: (piece: string) => {
      text += piece;
    },
  };
  const leave = new AbortController();
  const display = {
    show: ({ state }: Job) => {
      if (state === leaveWhen) leave.abort();
    },
    end: () => undefined,
  };
  const spending = { amount, display, interrupted: leave.signal };
  const isWell = await checkProviders({ spending }, read, output);
  expect(text).not.toContain('a-key-of-kling');
  return { isWell, text };
}

describe('filmgate providers check --spend', () => {
  it('[providers.places.spend] orders nothing above the amount, and nothing of unknown cost', async () => {
    const { isWell, text } = await spend('1.49');
    expect(text).toContain(
      'BAD video: the cheapest video costs 1.5 units, more than 1.49 units; nothing',
    );
    expect(isWell).toBe(false);
    const env = { FILMGATE_CATALOG_FILE: join(folder, 'unpriced.json') };
    const unknown = await spend('1000000', { env });
    expect(unknown.text).toContain(
      'BAD video: the catalog has no route with a known cost to this endpoint',
    );
    const [boat] = unpriced.families;
    const priced = { ...boat?.routes[0], cost: { perSecond: { '720p': 1 } } };
    const retirement = { retiresAt: '2026-11-01T00:00:00Z', replacedBy: null };
    const retired = { families: [{ ...boat, routes: [priced], retirement }] };
    await writeFile(join(folder, 'retired.json'), JSON.stringify(retired));
    const ended = await spend('1000000', {
      env: { FILMGATE_CATALOG_FILE: join(folder, 'retired.json') },
    });
    expect(ended.text).toContain('the catalog has no route with a known cost to this endpoint');
    await expect(spend('2.505')).rejects.toThrow(
      '--spend must be a number with at most 2 decimals (units)',
    );
    expect((await ledger()).accepted).toBe(0);
    expect(await readdir(join(folder, 'data', 'checks'))).toEqual([]);
  });

  it('[providers.places.spend] has the cheapest video made once, and resumes it where it was left', async () => {
    const left = await spend('1.5', { leaveWhen: 'submitted' });
    expect(left.isWell).toBe(false);
    const store = join(folder, 'data', 'checks', 'kling-global');
    expect(left.text).toMatch(
      /BAD video: job check_\S+ is (submitted|polling)\. Its store \S+ is kept/,
    );
    expect(left.text).toContain(store);
    expect(existsSync(store)).toBe(true);
    const video = `${store}.mp4`;
    const taken = await spend('0');
    expect(taken.text).toMatch(
      /ok {2}video: \S+kling-global\.mp4, 5 s, estimated 1\.5 units, cost \d+ units\n/,
    );
    expect(taken.isWell).toBe(true);
    expect((await readFile(video)).toString('latin1', 4, 8)).toBe('ftyp');
    expect(existsSync(store)).toBe(false);
    expect(await ledger()).toMatchObject({ accepted: 1, jobs: [{ model: 'kling-2.6' }] });
  });
});
