import { createMemoryStorage } from '@filmgate/conformance';
import { createSecretBox, parseMasterKey } from '@filmgate/runtime-node';
import type { KeyValueStore } from '@filmgate/core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type CheckSettings, type LiveSettings, openLiveSettings } from './live-settings.ts';
import { readSettings } from './read-settings.ts';
import { createStoredSettings } from './stored-settings.ts';

const masterKey = parseMasterKey('0123456789abcdef'.repeat(4));
if (masterKey.kind === 'refused') throw new Error(masterKey.message);
const box = createSecretBox({ masterKeys: [masterKey.key] });

let values: KeyValueStore;
let warnings: unknown[];

beforeEach(() => {
  ({ values } = createMemoryStorage());
  warnings = [];
});

async function open(
  environment: Readonly<Record<string, string>> = {},
  check: CheckSettings = () => [],
): Promise<LiveSettings> {
  const read = readSettings(environment);
  if (read.kind === 'refused') throw new Error(read.problems.join(' '));
  const log = {
    info: () => undefined,
    warn: (event: string, fields?: object) => void warnings.push({ event, ...fields }),
    error: () => undefined,
  };
  const stored = createStoredSettings(values, box);
  return openLiveSettings({ base: read.settings, given: read.given, stored, check, log });
}

function shown(live: LiveSettings, name: string) {
  const setting = live.list().find((one) => one.name === name);
  if (setting === undefined) throw new Error(`no setting ${name}`);
  return setting;
}

describe('settings in force', () => {
  it('[admin.settings.source] come from the default, the environment or the store', async () => {
    const live = await open({ FILMGATE_QUEUE_LIMIT: '7' });
    await live.change({ session_idle_minutes: 5 });
    expect(shown(live, 'queue_limit')).toMatchObject({
      name: 'queue_limit',
      variable: 'FILMGATE_QUEUE_LIMIT',
      value: 7,
      source: 'environment',
      secret: false,
      restart_required: false,
    });
    expect(shown(live, 'session_idle_minutes')).toMatchObject({ value: 5, source: 'stored' });
    expect(shown(live, 'session_max_hours')).toMatchObject({ value: 12, source: 'default' });
    expect(shown(live, 'local_port')).toMatchObject({ value: 8787, restart_required: true });
  });

  it('[admin.settings.change] are stored and changed under a name of before, too', async () => {
    const former = 'setting|FILMGATE_UPSTREAM_API_KEY';
    const sealed = box.seal(former, 'a key stored by the release before');
    await values.put(former, JSON.stringify({ kind: 'sealed', sealed }));
    const live = await open();
    expect(live.current().FILMGATE_NATIVE_API_KEY).toBe('a key stored by the release before');
    const outcome = await live.change({ native_api_key: 'another key of twenty' });
    expect(outcome.kind).toBe('changed');
    expect(live.current().FILMGATE_NATIVE_API_KEY).toBe('another key of twenty');
    expect(shown(live, 'native_api_key')).toMatchObject({ source: 'stored' });
    expect(await values.get('setting|FILMGATE_NATIVE_API_KEY')).toBeUndefined();
  });

  it('[admin.settings.change] take values as the variable, as JSON, or give them back', async () => {
    const live = await open({ FILMGATE_IMAGE_HOSTS: 'first.example.com' });
    await live.change({
      queue_limit: '12',
      log_prompts: true,
      image_hosts: ['a.example.com', '*.b.example.com'],
      model_aliases: { fast: 'vm_std-2.0' },
      allowed_origins: 'https://a.example.com/, https://b.example.com',
    });
    expect(live.current()).toMatchObject({
      FILMGATE_QUEUE_LIMIT: 12,
      FILMGATE_LOG_PROMPTS: true,
      FILMGATE_IMAGE_HOSTS: ['a.example.com', '*.b.example.com'],
      FILMGATE_MODEL_ALIASES: { fast: 'vm_std-2.0' },
      FILMGATE_ALLOWED_ORIGINS: ['https://a.example.com', 'https://b.example.com'],
    });
    expect(shown(live, 'image_hosts').value).toBe('a.example.com,*.b.example.com');
    expect(shown(live, 'model_aliases').value).toBe('fast=vm_std-2.0');
    await live.change({ image_hosts: null, queue_limit: null });
    expect(shown(live, 'image_hosts')).toMatchObject({
      value: 'first.example.com',
      source: 'environment',
    });
    expect(shown(live, 'queue_limit')).toMatchObject({ value: 10_000, source: 'default' });
  });

  it('[admin.settings.kept] outlive the process and win over the environment', async () => {
    const secret = 'service-key-of-the-store';
    await (await open()).change({ queue_limit: 3, service_api_key: secret });
    const again = await open({ FILMGATE_QUEUE_LIMIT: '9', FILMGATE_SERVICE_API_KEY: 'of the env' });
    expect(again.current()).toMatchObject({
      FILMGATE_QUEUE_LIMIT: 3,
      FILMGATE_SERVICE_API_KEY: secret,
    });
    await again.change({ queue_limit: null });
    expect((await open()).current().FILMGATE_QUEUE_LIMIT).toBe(10_000);
  });

  it('[admin.settings.kept][invariants.i13-no-secret-leaves] are stored one by one, secrets sealed', async () => {
    await (await open()).change({ service_api_key: 'canary-key', queue_limit: 3 });
    const stored = await values.get('setting|FILMGATE_SERVICE_API_KEY');
    expect(stored).toContain('fgs1.');
    expect(stored).not.toContain('canary');
    expect(await values.get('setting|FILMGATE_QUEUE_LIMIT')).toBe('{"kind":"text","text":"3"}');
  });

  it('[admin.settings.masked] show of a secret only whether it is set', async () => {
    const live = await open({ FILMGATE_ADMIN_PASSWORD: 'canary-password' });
    await live.change({ service_api_key: 'canary-key', metrics_token: 'canary-token' });
    expect(JSON.stringify(live.list())).not.toContain('canary');
    expect(shown(live, 'service_api_key')).toMatchObject({ value: '********', secret: true });
    expect(shown(live, 'admin_password')).toMatchObject({ value: '********', secret: true });
    expect(shown(live, 'native_api_key')).toMatchObject({ value: null, secret: true });
    await live.change({ service_api_key: '' });
    expect(shown(live, 'service_api_key').value).toBe('');
  });

  it('[admin.settings.change] return values before and after a change, and notify followers of it', async () => {
    const live = await open();
    const seen: number[] = [];
    live.follow(({ FILMGATE_QUEUE_LIMIT: limit }) => void seen.push(limit));
    const outcome = await live.change({ queue_limit: 1 });
    expect(outcome).toMatchObject({
      kind: 'changed',
      before: [{ name: 'queue_limit', value: 10_000, source: 'default' }],
      after: [{ name: 'queue_limit', value: 1, source: 'stored' }],
    });
    expect(seen).toEqual([10_000, 1]);
  });

  it('changed by two at once have both changes', async () => {
    const live = await open();
    await Promise.all([live.change({ queue_limit: 1 }), live.change({ session_max_hours: 2 })]);
    expect(live.current()).toMatchObject({
      FILMGATE_QUEUE_LIMIT: 1,
      FILMGATE_SESSION_MAX_HOURS: 2,
    });
  });
});

describe('changes that cannot be', () => {
  it.each([
    [{ que_limit: 1 }, '"que_limit" is not a setting; the nearest is queue_limit.'],
    [{ queue_limit: -1 }, 'queue_limit must be a whole number from 0 to 10000000.'],
    [{ queue_limit: 1.5 }, 'queue_limit must be a whole number from 0 to 10000000.'],
    [{ queue_limit: [1] }, 'queue_limit must be a number, its string, or null.'],
    [{ log_prompts: 'perhaps' }, 'log_prompts must be true or false.'],
    [{ log_level: 'loud' }, /^log_level must be trace, debug/],
    [{ native_api_key: 'short' }, 'native_api_key must have at least 8 characters.'],
    [
      { image_hosts: ['a,b'] },
      'image_hosts must be a string, an array of at most 1000 strings without commas, or null.',
    ],
    [{ image_hosts: '10.0.0.1' }, /^image_hosts cannot contain 10\.0\.0\.1: /],
    [
      { model_aliases: { a: 5 } },
      'model_aliases must be a string, an object of at most 1000 aliases and their models, or null.',
    ],
    [{ local_public_url: 'films.example.com' }, 'local_public_url must be an http or https URL.'],
    [
      { data_dir: '/tmp' },
      'data_dir can only be set in the environment: set FILMGATE_DATA_DIR and restart the gateway.',
    ],
    [
      { service_api_key: '********' },
      'service_api_key is the mask of the secret; omit service_api_key to keep the current value.',
    ],
  ])(
    '[admin.settings.refused] %j explains the error and stores nothing',
    async (change, problem) => {
      const live = await open();
      const before = live.list();
      const outcome = await live.change({ session_max_hours: 3, ...change });
      expect(outcome).toEqual({ kind: 'refused', problems: [expect.stringMatching(problem)] });
      expect(live.list()).toEqual(before);
      expect((await open()).list()).toEqual(before);
    },
  );

  it('[admin.settings.refused] name every bad one at once', async () => {
    const outcome = await (await open()).change({ nothing: 1, host: 'x', queue_limit: 'x' });
    expect(outcome).toMatchObject({ kind: 'refused', problems: { length: 2 } });
  });

  it('[admin.settings.refused] are those the check refuses', async () => {
    const live = await open({}, ({ FILMGATE_QUEUE_LIMIT: limit }) => (limit > 5 ? [] : ['small']));
    expect(await live.change({ queue_limit: 5 })).toEqual({ kind: 'refused', problems: ['small'] });
    expect(await live.change({ queue_limit: 6 }, { check: () => ['no'] })).toMatchObject({
      problems: ['no'],
    });
    expect(await live.change({ queue_limit: 6 })).toMatchObject({ kind: 'changed' });
  });

  it('that were stored once and can no longer hold are left out with a warning', async () => {
    await (await open()).change({ queue_limit: 3, session_max_hours: 4 });
    const check: CheckSettings = (settings) =>
      settings.FILMGATE_QUEUE_LIMIT === 3 ? ['queue_limit is too small'] : [];
    const live = await open({ FILMGATE_QUEUE_LIMIT: '9' }, check);
    expect(shown(live, 'queue_limit')).toMatchObject({ value: 9, source: 'environment' });
    expect(shown(live, 'session_max_hours')).toMatchObject({ value: 4, source: 'stored' });
    expect(warnings).toEqual([
      {
        event: 'stored_setting_ignored',
        setting: 'FILMGATE_QUEUE_LIMIT',
        problems: ['queue_limit is too small'],
      },
    ]);
  });
});

describe('settings of two nodes on one store', () => {
  it('[fleet.settings] changed on one are in force on the other at its next refresh, and notify its followers', async () => {
    const [one, other] = [await open(), await open({ FILMGATE_QUEUE_LIMIT: '7' })];
    const seen: number[] = [];
    other.follow(({ FILMGATE_QUEUE_LIMIT: limit }) => void seen.push(limit));
    await one.change({ queue_limit: 3, service_api_key: 'a new key' });
    await other.refresh();
    expect(other.current()).toMatchObject({
      FILMGATE_QUEUE_LIMIT: 3,
      FILMGATE_SERVICE_API_KEY: 'a new key',
    });
    await one.change({ queue_limit: null });
    await other.refresh();
    expect(other.current().FILMGATE_QUEUE_LIMIT).toBe(7);
    expect(seen).toEqual([7, 3, 7]);
  });

  it('[fleet.settings] that did not change are the same object after a refresh, for one read', async () => {
    const live = await open();
    await live.change({ queue_limit: 3 });
    const before = live.current();
    const get = vi.spyOn(values, 'get');
    await live.refresh();
    expect(live.current()).toBe(before);
    expect(get).toHaveBeenCalledTimes(1);
  });

  it('[fleet.settings] changed on both at once are all in force on both', async () => {
    const [one, other] = [await open(), await open()];
    const outcomes = await Promise.all([
      one.change({ queue_limit: 3 }),
      other.change({ session_max_hours: 4 }),
      one.change({ log_prompts: true }),
    ]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['changed', 'changed', 'changed']);
    for (const live of [one, other]) {
      await live.refresh();
      expect(live.current()).toMatchObject({
        FILMGATE_QUEUE_LIMIT: 3,
        FILMGATE_SESSION_MAX_HOURS: 4,
        FILMGATE_LOG_PROMPTS: true,
      });
    }
  });

  it('[fleet.settings] are validated beside those the other node stored meanwhile', async () => {
    const host = { FILMGATE_HOST: '0.0.0.0', FILMGATE_SERVICE_API_KEY: 'a key of the tests' };
    const check: CheckSettings = ({
      FILMGATE_QUEUE_LIMIT: limit,
      FILMGATE_LOG_PROMPTS: prompts,
    }) => (limit === 0 && prompts ? ['not both'] : []);
    const [one, other] = [await open(host, check), await open(host, check)];
    const outcomes = await Promise.all([
      one.change({ queue_limit: 0 }),
      other.change({ log_prompts: true }),
    ]);
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['changed', 'refused']);
  });
});
