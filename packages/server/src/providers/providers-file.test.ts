import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultCatalog } from '@filmgate/core';
import { afterAll, describe, expect, it } from 'vitest';
import { describeProviders } from './describe-providers.ts';
import { openPlaces } from './open-places.ts';
import { readOperatorAccounts } from './operator-accounts.ts';
import { Places } from './places.ts';

const folder = mkdtempSync(join(tmpdir(), 'filmgate-providers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(name: string, value: unknown): string {
  const file = join(folder, name);
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value, null, 2));
  return file;
}

function open(value: unknown): Promise<Places> {
  return openPlaces({ FILMGATE_PROVIDERS_FILE: written('p.json', value) });
}

describe('the places an operator adds', () => {
  it('[providers.places.file] are served at their base URL, a known one at another', async () => {
    const places = await open({
      'home-gpu': { protocol: 'openai-videos', base_url: 'http://10.0.0.5:8000/v1' },
      'kling-global': { base_url: 'http://127.0.0.1:9101/' },
    });
    expect(places.ids()).toContain('home-gpu');
    expect(places.protocolOf('home-gpu')).toBe('openai-videos');
    expect((await places.describe('home-gpu')).place).toEqual({
      id: 'home-gpu',
      baseUrl: 'http://10.0.0.5:8000/v1',
      resultHosts: [],
      isConfigured: true,
      refusals: [],
    });
    const { place } = await places.describe('kling-global');
    expect(place).toMatchObject({ baseUrl: 'http://127.0.0.1:9101', isConfigured: true });
    expect(place.resultHosts.length).toBeGreaterThan(0);
    expect((await places.describe('kling-cn')).place.isConfigured).toBe(false);
  });

  it('[providers.places.refusals] have refusals of their own, whatever their protocol', async () => {
    const refusal = { status: 429, page: true, kind: 'rate_limited', scope: 'account' };
    const places = await open({ 'kling-cn': { refusals: [refusal] } });
    expect((await places.describe('kling-cn')).place.refusals).toEqual([refusal]);
    expect((await places.describe('kling-global')).place.refusals ?? []).toEqual([]);
  });

  it('[providers.places.file] take the options of their protocol', async () => {
    const places = await open({ 'kling-cn': { dialect: 'legacy' } });
    const { description } = await places.describe('kling-cn');
    expect(description.credential.fields.map(({ name }) => name)).toEqual([
      'access_key',
      'secret_key',
    ]);
  });

  it.each([
    [
      '{ "kling-global": { "base_url": "ftp://x" } }',
      ':1:33 ["kling-global"].base_url: must be an http or https URL',
    ],
    ['{ "own": { "base_url": "http://x" } }', ':1:10 own: needs a protocol'],
    [
      '{ "own": { "protocol": "kilng", "base_url": "http://x" } }',
      ':1:24 own.protocol: must be one of ark, kling, openai-videos; the nearest is kling',
    ],
    ['{ "own": { "protocol": "openai-videos" } }', ':1:10 own: It needs a base_url.'],
    [
      '{ "kling-global": { "protocol": "ark" } }',
      ':1:33 ["kling-global"].protocol: must be kling, which kling-global speaks',
    ],
    ['{ "kling-cn": { "dialct": "legacy" } }', ':1:15 ["kling-cn"]: Kling has no option dialct.'],
    ['{ "mock": { "base_url": "http://x" } }', ':1:11 mock: is the place of the mock'],
    [
      '{ "Own Place": {} }',
      ':1:3 ["Own Place"]: this name must be lower-case letters, digits and dashes',
    ],
    [
      '{ "ark-cn": { "result_hosts": ["10.0.0.5"] } }',
      ':1:31 ["ark-cn"].result_hosts: a private address must be listed as private:10.0.0.5',
    ],
    [
      '{ "ark-cn": { "refusals": [{ "status": 429, "kind": "credits", "scope": "account" }] } }',
      '["ark-cn"].refusals[0]: needs one of code, type, fields and page',
    ],
    [
      '{ "ark-cn": { "refusals": [{ "status": 429, "page": true, "kind": "rate", "scope": "account" }] } }',
      '["ark-cn"].refusals[0].kind: must be one of policy, invalid, login',
    ],
    [
      '{ "ark-cn": { "refusals": [{ "status": 502, "page": true, "kind": "unavailable", "scope": "provider" }] } }',
      '["ark-cn"].refusals: A 502 without a code or type proves nothing',
    ],
    ['[', ':1:2 a closing bracket is expected here'],
  ])('[providers.places.file-problems] %s is refused with its place', async (text, problem) => {
    await expect(open(text)).rejects.toThrow(problem);
  });
});

describe('what an operator reads of the places', () => {
  it('[providers.places.details] is where they are, what they ask for, how a lost response is found, and what they can make', async () => {
    const places = await open({
      home: { protocol: 'openai-videos', base_url: 'http://10.0.0.5/v1' },
    });
    const [family] = defaultCatalog.families;
    if (family === undefined) throw new Error('The default catalog is empty.');
    const routes = [{ provider: 'kling-cn', model: 'k', rank: 1 }];
    const details = await describeProviders(places, {
      families: [family, { ...family, id: 'k', routes }],
    });
    const of = (id: string) => details.find((detail) => detail.id === id);
    expect(details.map(({ id }) => id)).toEqual(['mock', ...places.ids()]);
    expect(of('mock')).toMatchObject({ origin: null, families: [family.id] });
    expect(of('home')).toMatchObject({
      protocol: 'openai-videos',
      origin: 'http://10.0.0.5',
      finds_by: 'none',
      families: [],
    });
    expect(of('kling-cn')).toMatchObject({
      credential: [{ name: 'api_key', secret: true }],
      finds_by: 'own-id',
      charges: 'success',
      families: ['k'],
      docs_read: expect.stringMatching(/^2026-\d\d-\d\d$/),
    });
    expect(of('ark-intl')?.finds_by).toBe('mark');
  });
});

interface Given {
  readonly file?: unknown;
  readonly keys?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
}

function accountsOf({ file, keys = {}, environment = {} }: Given) {
  const path = file === undefined ? undefined : written('a.json', file);
  return readOperatorAccounts(
    {
      settings: { FILMGATE_ACCOUNTS_FILE: path },
      placeKeys: new Map(Object.entries(keys)),
      environment,
    },
    new Places(),
  );
}

describe('the accounts an operator gives', () => {
  it('[providers.places.accounts-file] have their secret from a file, a variable, or several of them', async () => {
    const secret_file = written('key', 'from-a-file\n');
    const account = { provider: 'kling-global' };
    const file = {
      accounts: [
        { ...account, label: 'one', secret_file },
        { ...account, label: 'two', secret_env: 'MY_KEY', families: ['kling-3.0'], concurrency: 2 },
        { ...account, label: 'three', secrets: { api_key: { file: secret_file } } },
      ],
    };
    const keys = { ARK_INTL: 'from-the-key' };
    const accounts = await accountsOf({ file, keys, environment: { MY_KEY: 'from-env' } });
    expect(accounts).toEqual([
      { label: 'env-ark-intl', provider: 'ark-intl', secret: 'from-the-key' },
      { label: 'one', provider: 'kling-global', secret: 'from-a-file' },
      {
        label: 'two',
        provider: 'kling-global',
        secret: 'from-env',
        families: ['kling-3.0'],
        concurrency: 2,
      },
      { label: 'three', provider: 'kling-global', secret: 'from-a-file' },
    ]);
  });

  it.each([
    [
      { label: 'a', provider: 'kling-globl', secret_env: 'K' },
      'accounts[0].provider: must be one of mock, ark-cn',
    ],
    [
      { label: 'a', provider: 'ark-cn' },
      'accounts[0]: needs one of secret_file, secret_env and secrets',
    ],
    [
      { label: 'a', provider: 'ark-cn', secret_env: 'NONE' },
      'accounts[0].secret_env: names a variable that is not set',
    ],
    [
      { label: 'a', provider: 'ark-cn', secret_file: '/no/file' },
      'accounts[0].secret_file: names a file that cannot be read',
    ],
    [
      { label: 'a', provider: 'ark-cn', secrets: { key: { env: 'K' } } },
      'accounts[0].secrets: must have the fields api_key',
    ],
    [
      { label: 'a', provider: 'ark-cn', secret_env: 'BROKEN' },
      'accounts[0].secret_env: names a variable that holds a line break',
    ],
    [{ label: 'a', provider: 'ark-cn', secret: 'x' }, 'accounts[0].secret: there is no such field'],
    [{ provider: 'ark-cn', secret_env: 'K' }, 'accounts[0].label: is missing'],
  ])(
    '[providers.places.accounts-file][pool.secret-form] %j is refused with its place',
    async (account, problem) => {
      const file = { accounts: [account] };
      const environment = { K: 'a-secret', BROKEN: 'one\ntwo' };
      await expect(accountsOf({ file, environment })).rejects.toThrow(problem);
    },
  );

  it.each([
    [
      'KLING_GLOBL',
      'FILMGATE_KEY_KLING_GLOBL names no supported provider; the nearest is FILMGATE_KEY_KLING_GLOBAL.',
    ],
    ['FAL', 'FILMGATE_KEY_FAL names no supported provider. Supported are ark-cn, '],
    ['KLING', 'the nearest are FILMGATE_KEY_KLING_CN and FILMGATE_KEY_KLING_GLOBAL'],
    ['MOCK', 'FILMGATE_KEY_MOCK names no supported provider'],
  ])('[providers.places.key] FILMGATE_KEY_%s is refused', async (name, sentence) => {
    const refused = accountsOf({ keys: { [name]: 'a-secret' } });
    await expect(refused).rejects.toThrow(sentence);
    await expect(refused).rejects.not.toThrow('a-secret');
  });
});
