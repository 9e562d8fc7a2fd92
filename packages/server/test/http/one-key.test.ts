import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMockServer } from '@filmgate/upstream-mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkProviders } from '../../src/commands/providers.ts';
import { start } from '../../src/commands/serve.ts';
import { readSettings } from '../../src/settings/read-settings.ts';

/** A start with one key that cannot be used, at the mock that speaks Kling's protocol. */

const keys = { refused: 'a-key-that-is-refused', any: 'any-key' };
const words = {
  refused:
    'kling-global refused the key in FILMGATE_KEY_KLING_GLOBAL (401, 1000: authentication failed).',
  away: /kling-global could not be checked with the key in FILMGATE_KEY_KLING_GLOBAL: cannot reach nowhere\.invalid: E[A-Z_]+ \([a-z ]+\)\./,
};
let folder: string;
let kling: Awaited<ReturnType<typeof startMockServer>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filmgate-one-key-'));
  kling = await startMockServer({
    ...{ host: '127.0.0.1', port: 0, speed: 1000, seed: 'seed', control: true },
    personalities: ['kling'],
    now: () => Date.now(),
  });
  await fetch(`${kling.url}/_mock/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key: keys.refused, login: 'expired' }),
  });
});
afterAll(async () => {
  await kling.close();
  await rm(folder, { recursive: true, force: true });
});

/** Settings of an operator with one key, in a data directory, with Kling at the mock or at another address. */
async function settingsOf(key: string, data: string, address = `${kling.url}/kling`) {
  const file = join(folder, `${data}.json`);
  await writeFile(file, JSON.stringify({ 'kling-global': { base_url: address } }));
  const read = readSettings({
    FILMGATE_DATA_DIR: join(folder, data),
    FILMGATE_LOCAL_PORT: '0',
    FILMGATE_TASKS_PORT: '0',
    FILMGATE_LOG_LEVEL: 'silent',
    FILMGATE_PROVIDERS_FILE: file,
    FILMGATE_KEY_KLING_GLOBAL: key,
  });
  if (read.kind === 'refused') throw new Error(read.problems.join('\n'));
  return read;
}

/** Output of a start, and the accounts in the administration API. */
async function started(read: Awaited<ReturnType<typeof settingsOf>>) {
  let printed = '';
  const gateway = await start(read, { write: (text: string) => (printed += text) });
  try {
    const credentials = printed.match(/log in as (\S+) with password (\S+)\./);
    const login = await fetch(`${gateway.localUrl}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: gateway.localUrl },
      body: JSON.stringify({ username: credentials?.[1], password: credentials?.[2] }),
    });
    const cookie = (login.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const accounts = await fetch(`${gateway.localUrl}/api/v1/admin/accounts`, {
      headers: { cookie },
    });
    return { printed, accounts: await accounts.text() };
  } finally {
    await gateway.stop();
  }
}

describe('an operator with one key', () => {
  it('[commands.key-problems][admin.accounts.last-error] reads at the start and in the account that the key was refused', async () => {
    const { printed, accounts } = await started(await settingsOf(keys.refused, 'start'));
    expect(printed).toContain(`\n  ! ${words.refused}\n`);
    expect(JSON.parse(accounts)).toMatchObject({
      data: [{ state: 'login_required', last_error: '401, 1000: authentication failed' }],
    });
    expect(printed + accounts).not.toContain(keys.refused);
    // The right key clears it.
    const mended = await started(await settingsOf(keys.any, 'start'));
    expect(mended.printed).not.toContain('  ! ');
    expect(JSON.parse(mended.accounts)).toMatchObject({
      data: [{ state: 'ready', last_error: null }],
    });
  });

  it('[commands.key-problems][admin.accounts.last-error] reads which host was not reached', async () => {
    const away = await settingsOf(keys.any, 'away', 'http://nowhere.invalid');
    const { printed, accounts } = await started(away);
    expect(printed).toMatch(words.away);
    expect(JSON.parse(accounts)).toMatchObject({
      data: [{ last_error: expect.stringMatching(/^cannot reach nowhere\.invalid: E/) }],
    });
  });

  it('[providers.places.check] reads from the check in which words the key was refused', async () => {
    let text = '';
    const output = { write: (piece: string) => (text += piece) };
    const isWell = await checkProviders({}, await settingsOf(keys.refused, 'check'), output);
    expect(isWell).toBe(false);
    expect(text).toContain('BAD login: refused (401, 1000: authentication failed)\n');
  });
});
