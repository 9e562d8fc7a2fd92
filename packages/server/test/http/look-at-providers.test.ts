import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkCatalog } from '../../src/commands/check-catalog.ts';
import { checkProviders, listProviders } from '../../src/commands/providers.ts';
import { readSettings } from '../../src/settings/read-settings.ts';
import { startKlingServer } from '../end-to-end/kling-server.ts';

let folder: string;
let kling: Awaited<ReturnType<typeof startKlingServer>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filmgate-look-'));
  kling = await startKlingServer();
});
afterAll(async () => {
  await kling.stop();
  await rm(folder, { recursive: true, force: true });
});

type Command = (
  read: Extract<ReturnType<typeof readSettings>, { kind: 'read' }>,
  output: { write(text: string): unknown },
) => Promise<unknown>;

/** Output of a command with these settings, and with Kling at an address. */
async function said(
  command: Command,
  env: Readonly<Record<string, string>> = {},
  address = kling.url,
): Promise<{ readonly outcome: unknown; readonly text: string }> {
  const file = join(folder, 'providers.json');
  await writeFile(file, JSON.stringify({ 'kling-global': { base_url: address } }));
  const read = readSettings({ FILMGATE_PROVIDERS_FILE: file, ...env });
  if (read.kind === 'refused') throw new Error(read.problems.join('\n'));
  let text = '';
  const output = {
    write: (piece: string) => {
      text += piece;
    },
  };
  return { outcome: await command(read, output), text };
}

const key = { FILMGATE_KEY_KLING_GLOBAL: 'a-key-of-kling' };

describe('a check of the providers', () => {
  it('[providers.places.check] reports that an endpoint is reachable and accepts the account, and orders nothing', async () => {
    const { outcome, text } = await said((...given) => checkProviders({}, ...given), key);
    expect(text).toMatch(
      /^kling-global, env-kling-global\n {2}ok {2}http:\S+ responds\n {2}ok {2}the clocks agree\n {2}ok {2}login: accepted\n {2}ok {2}makes: kling-3.0/,
    );
    expect(outcome).toBe(true);
    expect(kling.orders).toEqual([]);
    expect(text).not.toContain('a-key-of-kling');
  });

  it('[providers.places.check] reports that an endpoint is unavailable, and which endpoints have no account to check with', async () => {
    const check: Command = (...given) => checkProviders({ endpoint: 'kling-global' }, ...given);
    const away = await said(check, key, 'http://nowhere.invalid');
    expect(away.text).toMatch(/BAD http:\/\/nowhere\.invalid cannot be reached: E[A-Z_]+ \(/);
    expect(away.outcome).toBe(false);
    await expect(said(check)).rejects.toThrow('have no account to check');
    const unknown = said((...given) => checkProviders({ endpoint: 'kling' }, ...given), key);
    await expect(unknown).rejects.toThrow('There is no endpoint kling; endpoints are ark-cn');
  });

  it('[providers.places.details] lists them with their credentials and capabilities', async () => {
    const { text } = await said(listProviders, key);
    expect(text).toContain(`kling-global (kling, ${kling.url})`);
    expect(text).toContain('accounts in these settings: env-kling-global');
    expect(text).toContain(
      "found by the submission's mark in the provider's list, otherwise resolved by an operator",
    );
  });

  it('[providers.places.with-key] names the models that a key would offer, and the settings that they need', async () => {
    const listed = async (env: Readonly<Record<string, string>>) =>
      (await said(listProviders, env)).text
        .split('\n')
        .filter((line) => line.includes(': kling-3.0,'));
    const makes = 'kling-3.0, kling-3.0-turbo, kling-3.0-omni, kling-2.6, kling-2.6-sound';
    expect(await listed({})).toEqual([
      `  makes: none; with a key in FILMGATE_KEY_KLING_CN: ${makes}`,
      `  makes: none; with a key in FILMGATE_KEY_KLING_GLOBAL: ${makes}`,
    ]);
    expect(await listed(key)).toEqual([`  makes: ${makes}`, `  makes: ${makes}`]);
    expect(await listed({ ...key, FILMGATE_CATALOG: 'default' })).toEqual([
      `  makes: none; with a key in FILMGATE_KEY_KLING_CN and kling in FILMGATE_CATALOG: ${makes}`,
      `  makes: none; with kling in FILMGATE_CATALOG: ${makes}`,
    ]);
  });

  it('[providers.catalog.check] shows which route makes each combination', async () => {
    const { text } = await said((...given) => checkCatalog(undefined, ...given), {
      FILMGATE_CATALOG: 'default,kling',
    });
    expect(text).toContain('vm_std-2.0 (tasks): made by the mock');
    expect(text).toMatch(/^ +kling-global kling-3\.0 \(1\) +kling-cn kling-3\.0 \(1\)$/m);
    expect(text).toMatch(/^ +3 s 16:9 720p +yes +yes$/m);
  });
});
