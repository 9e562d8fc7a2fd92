import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultCatalog } from '@filmgate/core';
import { defineProvider } from '@filmgate/upstream-http';
import { kling } from '@filmgate/upstream-http/kling';
import { afterAll, describe, expect, it } from 'vitest';
import { describeProviders } from './describe-providers.ts';
import { openEndpoints } from './open-endpoints.ts';
import { readOperatorAccounts } from './operator-accounts.ts';
import { Endpoints } from './endpoints.ts';

const folder = mkdtempSync(join(tmpdir(), 'filmgate-providers-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(name: string, value: unknown): string {
  const file = join(folder, name);
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value, null, 2));
  return file;
}

function open(value: unknown): Promise<Endpoints> {
  const file = written('p.json', value);
  return openEndpoints({ FILMGATE_PROVIDERS_FILE: file, FILMGATE_PROVIDER_MODULES: [] });
}

describe('the endpoints an operator adds', () => {
  it('[providers.places.file] are served at their base URL, a known one at another', async () => {
    const endpoints = await open({
      'home-gpu': { protocol: 'openai-videos', base_url: 'http://10.0.0.5:8000/v1' },
      'kling-global': { base_url: 'http://127.0.0.1:9101/' },
    });
    expect(endpoints.ids()).toContain('home-gpu');
    expect(endpoints.protocolOf('home-gpu')).toBe('openai-videos');
    expect((await endpoints.describe('home-gpu')).endpoint).toEqual({
      id: 'home-gpu',
      baseUrl: 'http://10.0.0.5:8000/v1',
      resultHosts: [],
      isConfigured: true,
      refusals: [],
    });
    const { endpoint } = await endpoints.describe('kling-global');
    expect(endpoint).toMatchObject({ baseUrl: 'http://127.0.0.1:9101', isConfigured: true });
    expect(endpoint.resultHosts.length).toBeGreaterThan(0);
    expect((await endpoints.describe('kling-cn')).endpoint.isConfigured).toBe(false);
  });

  it('[providers.engine.origins] have the further origins of their protocol, unless they are moved', async () => {
    const [shipped, moved] = [await open({}), await open({ fal: { base_url: 'http://10.0.0.5' } })];
    const { endpoint } = await shipped.describe('fal');
    expect(endpoint.origins).toEqual({
      platform: 'https://api.fal.ai',
      keys: 'https://rest.fal.ai',
    });
    expect((await moved.describe('fal')).endpoint).not.toHaveProperty('origins');
  });

  it('[providers.places.refusals] have their own refusals, whatever their protocol', async () => {
    const refusal = { status: 429, page: true, kind: 'rate_limited', scope: 'account' };
    const endpoints = await open({ 'kling-cn': { refusals: [refusal] } });
    expect((await endpoints.describe('kling-cn')).endpoint.refusals).toEqual([refusal]);
    expect((await endpoints.describe('kling-global')).endpoint.refusals ?? []).toEqual([]);
  });

  it('[providers.places.file] have the options of their protocol', async () => {
    const base_url = 'http://10.0.0.5/v1';
    const endpoints = await open({
      below: { protocol: 'openai-videos', base_url, dialect: 'filmgate' },
    });
    expect((await endpoints.describe('below')).description.unit).toBe('credits');
  });

  it.each([
    [
      '{ "kling-global": { "base_url": "ftp://x" } }',
      ':1:33 ["kling-global"].base_url: must be an http or https URL',
    ],
    ['{ "own": { "base_url": "http://x" } }', ':1:10 own: needs a protocol'],
    [
      '{ "own": { "protocol": "kilng", "base_url": "http://x" } }',
      ':1:24 own.protocol: must be one of ark, dashscope, fal, google, keyed-videos, kling, luma, minimax, openai-images, openai-videos, openrouter, replicate, runway, vertex, vidu, xai; the nearest is kling',
    ],
    ['{ "own": { "protocol": "openai-videos" } }', ':1:10 own: The endpoint needs a base_url.'],
    [
      '{ "kling-global": { "protocol": "ark" } }',
      ':1:33 ["kling-global"].protocol: must be kling, which kling-global speaks',
    ],
    [
      '{ "kling-cn": { "dialect": "legacy" } }',
      ':1:15 ["kling-cn"]: Kling does not have the option dialect.',
    ],
    ['{ "mock": { "base_url": "http://x" } }', ':1:11 mock: is the endpoint of the mock'],
    [
      '{ "Own Place": {} }',
      ':1:3 ["Own Place"]: name must be lower-case letters, digits and dashes',
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
      '{ "ark-cn": { "refusals": [{ "status": 502, "page": true, "kind": "unavailable", "scope": "endpoint" }] } }',
      '["ark-cn"].refusals: A 502 without a code or type is no proof',
    ],
    ['[', ':1:2 expected a closing bracket'],
  ])('[providers.places.file-problems] %s is refused with its place', async (text, problem) => {
    await expect(open(text)).rejects.toThrow(problem);
  });
});

describe('the description of the endpoints for an operator', () => {
  it('[providers.places.details] has their addresses, their credentials, how a lost response is found, and what they can make', async () => {
    const endpoints = await open({
      home: { protocol: 'openai-videos', base_url: 'http://10.0.0.5/v1' },
    });
    const [family] = defaultCatalog.families;
    if (family === undefined) throw new Error('The default catalog is empty.');
    const routes = [{ endpoint: 'kling-cn', model: 'k', rank: 1 }];
    const details = await describeProviders(endpoints, {
      families: [family, { ...family, id: 'k', routes }],
    });
    const of = (id: string) => details.find((detail) => detail.id === id);
    expect(details.map(({ id }) => id)).toEqual(['mock', ...endpoints.ids()]);
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
    expect(of('ark-intl')).toMatchObject({ finds_by: 'mark', images_at_once: true });
    expect(of('fal')).toMatchObject({ finds_by: 'mark', images_at_once: false });
  });
});

interface Given {
  readonly file?: unknown;
  readonly keys?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly endpoints?: Endpoints;
}

function accountsOf({ file, keys = {}, environment = {}, endpoints = new Endpoints() }: Given) {
  const path = file === undefined ? undefined : written('a.json', file);
  return readOperatorAccounts(
    {
      settings: { FILMGATE_ACCOUNTS_FILE: path },
      endpointKeys: new Map(Object.entries(keys)),
      environment,
    },
    endpoints,
  );
}

/** A protocol of a host program whose login has two fields. */
const paired = defineProvider({
  protocol: 'paired',
  describe: () => ({
    ...kling.describe({}),
    endpoints: { studio: { baseUrl: 'https://api.studio.example', resultHosts: [] } },
    credential: {
      fields: [
        { name: 'access_key', secret: false },
        { name: 'secret_key', secret: true },
      ],
      headers: (secret) => ({ authorization: secret }),
    },
  }),
});

describe('the accounts an operator gives', () => {
  it('[providers.places.accounts-file] have their secret from a file, a variable, or several of them', async () => {
    const secret_file = written('key', 'from-a-file\n');
    const account = { endpoint: 'kling-global' };
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
      { label: 'env-ark-intl', endpoint: 'ark-intl', secret: 'from-the-key' },
      { label: 'one', endpoint: 'kling-global', secret: 'from-a-file' },
      {
        label: 'two',
        endpoint: 'kling-global',
        secret: 'from-env',
        families: ['kling-3.0'],
        concurrency: 2,
      },
      { label: 'three', endpoint: 'kling-global', secret: 'from-a-file' },
    ]);
  });

  it('[providers.places.accounts-file] have each field of a login of several, and no fewer', async () => {
    const endpoints = new Endpoints([paired]);
    const access_key = { file: written('access', 'from-a-file\n') };
    const account = { label: 'one', endpoint: 'studio' };
    const given = { endpoints, environment: { MY_KEY: 'from-env' } };
    const of = (secrets: object) =>
      accountsOf({ ...given, file: { accounts: [{ ...account, secrets }] } });
    const secret = JSON.stringify({ access_key: 'from-a-file', secret_key: 'from-env' });
    expect(await of({ secret_key: { env: 'MY_KEY' }, access_key })).toEqual([
      { ...account, secret },
    ]);
    await expect(of({ access_key })).rejects.toThrow('must have the fields access_key, secret_key');
  });

  it.each([
    [
      { label: 'a', endpoint: 'kling-globl', secret_env: 'K' },
      'accounts[0].endpoint: must be one of mock, ark-cn',
    ],
    [
      { label: 'a', endpoint: 'ark-cn' },
      'accounts[0]: needs one of secret_file, secret_env and secrets',
    ],
    [
      { label: 'a', endpoint: 'ark-cn', secret_env: 'NONE' },
      'accounts[0].secret_env: names a variable that is not set',
    ],
    [
      { label: 'a', endpoint: 'ark-cn', secret_file: '/no/file' },
      'accounts[0].secret_file: names a file that cannot be read',
    ],
    [
      { label: 'a', endpoint: 'ark-cn', secrets: { key: { env: 'K' } } },
      'accounts[0].secrets: must have the fields api_key',
    ],
    [
      { label: 'a', endpoint: 'ark-cn', secret_env: 'BROKEN' },
      'accounts[0].secret_env: names a variable that contains a line break',
    ],
    [{ label: 'a', endpoint: 'ark-cn', secret: 'x' }, 'accounts[0].secret: is not a known field'],
    [{ endpoint: 'ark-cn', secret_env: 'K' }, 'accounts[0].label: is missing'],
  ])(
    '[providers.places.accounts-file][pool.secret-form] %j is refused with its position',
    async (account, problem) => {
      const file = { accounts: [account] };
      const environment = { K: 'a-secret', BROKEN: 'one\ntwo' };
      await expect(accountsOf({ file, environment })).rejects.toThrow(problem);
    },
  );

  it.each([
    [
      'KLING_GLOBL',
      'FILMGATE_KEY_KLING_GLOBL does not name a supported provider; the nearest is FILMGATE_KEY_KLING_GLOBAL.',
    ],
    ['PIKA', 'FILMGATE_KEY_PIKA does not name a supported provider. Supported are ark-cn, '],
    ['KLING', 'the nearest are FILMGATE_KEY_KLING_CN and FILMGATE_KEY_KLING_GLOBAL'],
    ['MOCK', 'FILMGATE_KEY_MOCK does not name a supported provider'],
  ])('[providers.places.key] FILMGATE_KEY_%s is refused', async (name, sentence) => {
    const refused = accountsOf({ keys: { [name]: 'a-secret' } });
    await expect(refused).rejects.toThrow(sentence);
    await expect(refused).rejects.not.toThrow('a-secret');
  });
});
