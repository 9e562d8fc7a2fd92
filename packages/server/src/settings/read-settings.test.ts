import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSettings, type ReadSettingsOptions } from './read-settings.ts';
import type { Settings } from './settings-schema.ts';

type Environment = Parameters<typeof readSettings>[0];

function settingsOf(environment: Environment, options?: ReadSettingsOptions): Settings {
  const result = readSettings(environment, options);
  if (result.kind === 'refused') throw new Error(result.problems.join('\n'));
  return result.settings;
}

function problemsOf(environment: Environment, options?: ReadSettingsOptions): readonly string[] {
  const result = readSettings(environment, options);
  return result.kind === 'refused' ? result.problems : [];
}

const onRedis = {
  FILMGATE_STORAGE: 'redis',
  FILMGATE_REDIS_URL: 'redis://127.0.0.1',
  FILMGATE_MOCK_URL: 'http://127.0.0.1:8789',
};

const withoutBucket = {
  FILMGATE_S3_ENDPOINT: 'https://s3.example.com',
  FILMGATE_S3_ACCESS_KEY_ID: 'an id',
  FILMGATE_S3_SECRET_ACCESS_KEY: 'a key',
};

describe('settings', () => {
  it('[settings.defaults] need nothing', () => {
    expect(settingsOf({})).toMatchObject({
      FILMGATE_HOST: '127.0.0.1',
      FILMGATE_LOCAL_PORT: 8787,
      FILMGATE_TASKS_PORT: 8788,
      FILMGATE_DATA_DIR: './data',
      FILMGATE_STORAGE: 'sqlite',
      FILMGATE_ADMIN_USERNAME: 'admin',
      FILMGATE_MOCK_SPEED: 1,
      FILMGATE_QUEUE_LIMIT: 10_000,
      FILMGATE_SEND_TIMEOUT_SECONDS: 60,
      FILMGATE_JOB_DEADLINE_SECONDS: 7_200,
      FILMGATE_UNKNOWN_SLOT_SECONDS: 900,
      FILMGATE_RETENTION_RESULTS_HOURS: 168,
      FILMGATE_RETENTION_JOBS_DAYS: 90,
      FILMGATE_RETENTION_LOGS_DAYS: 30,
      FILMGATE_LOG_PROMPTS: false,
      FILMGATE_SESSION_IDLE_MINUTES: 30,
      FILMGATE_SESSION_MAX_HOURS: 12,
    });
    expect(settingsOf({}).FILMGATE_NATIVE_API_KEY).toBeUndefined();
  });

  it('[settings.validated] leave variables of others alone', () => {
    expect(problemsOf({ PATH: '/bin', FILM: 'x', filmgate_host: 'x' })).toEqual([]);
  });

  it('[settings.validated] refuse an unknown name with the nearest known one, a file of what is no secret too', () => {
    expect(problemsOf({ FILMGATE_TASK_PORT: '1', FILMGATE_HOST_FILE: '/etc/hosts' })).toEqual([
      'FILMGATE_TASK_PORT is not a setting; the nearest is FILMGATE_TASKS_PORT.',
      'FILMGATE_HOST_FILE is not a setting; the nearest is FILMGATE_HOST.',
    ]);
  });

  it('[settings.validated] name everything that is wrong at once', () => {
    const environment = { FILMGATE_TASKS_PORT: 'x', FILMGATE_STORAGE: 'disk', FILMGATE_NO: '1' };
    expect(problemsOf(environment).map((problem) => problem.split(' ')[0])).toEqual([
      'FILMGATE_NO',
      'FILMGATE_TASKS_PORT',
      'FILMGATE_STORAGE',
    ]);
  });

  it.each([
    ['FILMGATE_HOST', ''],
    ['FILMGATE_TASKS_PORT', '65536'],
    ['FILMGATE_TASKS_PORT', '-1'],
    ['FILMGATE_TASKS_PORT', '8e3'],
    ['FILMGATE_LOCAL_PUBLIC_URL', 'filmgate.example'],
    ['FILMGATE_LOCAL_PUBLIC_URL', 'ftp://filmgate.example'],
    ['FILMGATE_TASKS_PUBLIC_URL', 'https://filmgate.example/?x=1'],
    ['FILMGATE_TASKS_PUBLIC_URL', 'https://user:word@filmgate.example'],
    ['FILMGATE_STORAGE', 'SQLITE'],
    ['FILMGATE_REDIS_URL', 'http://127.0.0.1'],
    ['FILMGATE_REDIS_PREFIX', 'with{brace}'],
    ['FILMGATE_REDIS_DURABILITY', 'no'],
    ['FILMGATE_RESULT_STORE', 'disk'],
    ['FILMGATE_S3_ENDPOINT', 's3.example.com'],
    ['FILMGATE_S3_BUCKET', 'Not/A/Bucket'],
    ['FILMGATE_S3_PREFIX', '/slashed/'],
    ['FILMGATE_ADMIN_PASSWORD', 'short'],
    ['FILMGATE_NATIVE_API_KEY', ''],
    ['FILMGATE_MASTER_KEY', 'not a key'],
    ['FILMGATE_MASTER_KEY', '00'.repeat(32)],
    ['FILMGATE_MOCK_SPEED', '0'],
    ['FILMGATE_MOCK_SPEED', 'fast'],
    ['FILMGATE_IMAGE_HOSTS', 'https://*'],
    ['FILMGATE_IMAGE_HOSTS', 'good.example, bad host'],
    ['FILMGATE_MODEL_ALIASES', 'one'],
    ['FILMGATE_MODEL_ALIASES', 'one=two=three'],
    ['FILMGATE_MODEL_ALIASES', 'one=vm_std-2.0,one=vm_std-2.0_faceok'],
    ['FILMGATE_TASKS_ERROR_CODES', 'job_not_found'],
    ['FILMGATE_TASKS_ERROR_CODES', 'job_not_found=No Such Film'],
    ['FILMGATE_TASKS_ERROR_CODES', `job_not_found=${'x'.repeat(65)}`],
    ['FILMGATE_LOCAL_ERROR_CODES', 'draining=one,draining=two'],
    ['FILMGATE_TASKS_ROUTES_OFF', 'native,native'],
    ['FILMGATE_QUEUE_LIMIT', '1.5'],
    ['FILMGATE_SEND_TIMEOUT_SECONDS', '0'],
    ['FILMGATE_LOG_PROMPTS', 'yes'],
    ['FILMGATE_ALLOWED_ORIGINS', 'console.example'],
    ['FILMGATE_ALLOWED_ORIGINS', 'https://console.example/path'],
    ['FILMGATE_TRUST_PROXY', '10.0.0.0/33'],
    ['FILMGATE_TRUST_PROXY', 'proxy.example'],
    ['FILMGATE_TRUST_PROXY', '0.0.0.0/0'],
    ['FILMGATE_TRUST_PROXY', '127.0.0.1,::/0'],
    ['FILMGATE_ROLE', 'both'],
    ['FILMGATE_LOG_LEVEL', 'verbose'],
  ])('[settings.validated] refuse %s=%j by its name', (name, value) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(new RegExp(`^${name} .*[^.]\\.$`));
  });

  it('[invariants.i13-no-secret-leaves] refuse a secret without repeating it', () => {
    const environment = {
      FILMGATE_ADMIN_PASSWORD: 'canary1',
      FILMGATE_MASTER_KEY: 'canary2',
      FILMGATE_NATIVE_API_KEY: 'canary3',
      FILMGATE_REDIS_URL: 'canary4://x',
    };
    expect(problemsOf(environment)).toHaveLength(4);
    expect(problemsOf(environment).join(' ')).not.toContain('canary');
  });

  it('[settings.validated] take lists, aliases and URLs apart', () => {
    const settings = settingsOf({
      FILMGATE_TASKS_PUBLIC_URL: 'https://filmgate.example/base//',
      FILMGATE_IMAGE_HOSTS: ' cdn.example ,*.img.example,http://plain.example:8080,',
      FILMGATE_MODEL_ALIASES: 'std-2.5 = vm_std-2.0 , own=vm_std-2.0_faceok',
      FILMGATE_ALLOWED_ORIGINS: 'https://Console.example/',
      FILMGATE_TRUST_PROXY: '10.0.0.0/8, ::1',
      FILMGATE_ALLOW_OPEN: '1',
      FILMGATE_MOCK_SPEED: '2.5',
    });
    expect(settings).toMatchObject({
      FILMGATE_TASKS_PUBLIC_URL: 'https://filmgate.example/base',
      FILMGATE_IMAGE_HOSTS: ['cdn.example', '*.img.example', 'http://plain.example:8080'],
      FILMGATE_MODEL_ALIASES: { 'std-2.5': 'vm_std-2.0', own: 'vm_std-2.0_faceok' },
      FILMGATE_ALLOWED_ORIGINS: ['https://console.example'],
      FILMGATE_TRUST_PROXY: ['10.0.0.0/8', '::1'],
      FILMGATE_ALLOW_OPEN: true,
      FILMGATE_MOCK_SPEED: 2.5,
    });
  });

  it.each([
    [{ FILMGATE_STORAGE: 'redis' }, 'FILMGATE_STORAGE'],
    [{ FILMGATE_REDIS_URL: 'redis://127.0.0.1' }, 'FILMGATE_REDIS_URL'],
    [{ FILMGATE_S3_BUCKET: 'films' }, 'FILMGATE_S3_BUCKET'],
    [{ FILMGATE_RESULT_STORE: 's3', ...withoutBucket }, 'FILMGATE_S3_BUCKET'],
    [{ FILMGATE_ROLE: 'runner' }, 'FILMGATE_ROLE'],
    [{ FILMGATE_LOCAL_PORT: '9000', FILMGATE_TASKS_PORT: '9000' }, 'FILMGATE_LOCAL_PORT'],
    [{ FILMGATE_HOST: '0.0.0.0' }, 'FILMGATE_HOST'],
    [{ FILMGATE_HOST: '::', FILMGATE_SERVICE_API_KEY: '' }, 'FILMGATE_HOST'],
    [{ FILMGATE_HOST: '192.168.1.5', FILMGATE_ALLOW_OPEN: 'false' }, 'FILMGATE_HOST'],
    [{ FILMGATE_HOST: '0.0.0.0', FILMGATE_SERVICE_API_KEY: 'a' }, 'FILMGATE_SERVICE_API_KEY'],
  ])('[settings.validated] refuse the contradiction %j', (environment, name) => {
    expect(problemsOf(environment).map((problem) => problem.split(' ')[0])).toEqual([name]);
  });

  it.each([
    { FILMGATE_HOST: '127.0.0.5' },
    { FILMGATE_HOST: 'localhost' },
    { FILMGATE_HOST: '::1', FILMGATE_SERVICE_API_KEY: '' },
    { FILMGATE_HOST: '0.0.0.0', FILMGATE_SERVICE_API_KEY: 'a key of the tests' },
    { FILMGATE_HOST: '127.0.0.1', FILMGATE_SERVICE_API_KEY: 'a' },
    { FILMGATE_HOST: '0.0.0.0', FILMGATE_ALLOW_OPEN: '1' },
    { FILMGATE_LOCAL_PORT: '0', FILMGATE_TASKS_PORT: '0' },
    { ...onRedis, FILMGATE_ROLE: 'runner' },
    { ...onRedis, FILMGATE_ROLE: 'http', FILMGATE_REDIS_DURABILITY: 'every-second' },
    { FILMGATE_RESULT_STORE: 's3', FILMGATE_S3_BUCKET: 'films', ...withoutBucket },
  ])('[settings.validated] take %j', (environment) => {
    expect(problemsOf(environment)).toEqual([]);
  });

  it('[settings.validated] let a program that makes the keys listen anywhere, unless the key is set to empty', () => {
    const open = { FILMGATE_HOST: '0.0.0.0' };
    expect(problemsOf(open, { makesKeys: true })).toEqual([]);
    const emptied = { ...open, FILMGATE_SERVICE_API_KEY: '' };
    expect(problemsOf(emptied, { makesKeys: true })).toHaveLength(1);
  });
});

describe('secrets from files', () => {
  let folder: string;
  const file = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'filmgate-settings-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('[settings.secret-files] are read without their final newline', () => {
    const settings = settingsOf({
      FILMGATE_ADMIN_PASSWORD_FILE: file('admin', 'a password\n'),
      FILMGATE_NATIVE_API_KEY_FILE: file('upstream', 'an upstream key\r\n'),
      FILMGATE_SERVICE_API_KEY_FILE: file('service', 'kept  as it is\n'),
    });
    expect(settings).toMatchObject({
      FILMGATE_ADMIN_PASSWORD: 'a password',
      FILMGATE_NATIVE_API_KEY: 'an upstream key',
      FILMGATE_SERVICE_API_KEY: 'kept  as it is',
    });
  });

  it('[guessing.key-white-space] are refused with white space around what a header would carry', () => {
    const service = problemsOf({ FILMGATE_SERVICE_API_KEY_FILE: file('spaced', ' canary ') });
    expect(service).toEqual(['FILMGATE_SERVICE_API_KEY must not begin or end with white space.']);
    const metrics = problemsOf({ FILMGATE_METRICS_TOKEN: '\tcanary-token' });
    expect(metrics).toEqual(['FILMGATE_METRICS_TOKEN must not begin or end with white space.']);
  });

  it('[settings.secret-files] are checked like the variables', () => {
    const problems = problemsOf({ FILMGATE_ADMIN_PASSWORD_FILE: file('short', 'canary\n') });
    expect(problems).toEqual(['FILMGATE_ADMIN_PASSWORD must have at least 8 characters.']);
  });

  it('[settings.validated] are taken under a name of before, and not under both', () => {
    const key = 'a key of twenty letters';
    const { FILMGATE_NATIVE_API_KEY: read } = settingsOf({ FILMGATE_UPSTREAM_API_KEY: key });
    expect(read).toBe(key);
    expect(problemsOf({ FILMGATE_UPSTREAM_API_KEY: key, FILMGATE_NATIVE_API_KEY: key })).toEqual([
      'FILMGATE_NATIVE_API_KEY and FILMGATE_UPSTREAM_API_KEY are both set; set only one of them.',
    ]);
    expect(problemsOf({ FILMGATE_UPSTREAM_API_KEY_FILE: '/nowhere/at/all' })).toEqual([
      'FILMGATE_UPSTREAM_API_KEY_FILE names a file that cannot be read.',
    ]);
  });

  it('[settings.secret-files] must be readable, and not given twice', () => {
    expect(problemsOf({ FILMGATE_MASTER_KEY_FILE: join(folder, 'missing') })).toEqual([
      'FILMGATE_MASTER_KEY_FILE names a file that cannot be read.',
    ]);
    const twice = {
      FILMGATE_ADMIN_PASSWORD: 'a password',
      FILMGATE_ADMIN_PASSWORD_FILE: file('again', 'a password'),
    };
    expect(problemsOf(twice)).toEqual([
      'FILMGATE_ADMIN_PASSWORD and FILMGATE_ADMIN_PASSWORD_FILE are both set; set only one of them.',
    ]);
  });

  it('[providers.places.key] of an endpoint are equal, by variable or file', () => {
    const keysOf = (environment: Readonly<Record<string, string>>) => {
      const read = readSettings(environment);
      return read.kind === 'read' ? [...read.endpointKeys] : read.problems;
    };
    const FILMGATE_KEY_KLING_GLOBAL_FILE = file('kling', 'a key of kling\n');
    const expected = [['KLING_GLOBAL', 'a key of kling']];
    expect(keysOf({ FILMGATE_KEY_KLING_GLOBAL_FILE })).toEqual(expected);
    expect(keysOf({ FILMGATE_KEY_KLING_GLOBAL: 'a key of kling' })).toEqual(expected);
    expect(keysOf({ FILMGATE_KEY_KLING_GLOBAL_FILE, FILMGATE_KEY_KLING_GLOBAL: 'x' })).toEqual([
      'FILMGATE_KEY_KLING_GLOBAL and FILMGATE_KEY_KLING_GLOBAL_FILE are both set; set only one of them.',
    ]);
    expect(keysOf({ FILMGATE_KEY_FAL_FILE: join(folder, 'missing') })).toEqual([
      'FILMGATE_KEY_FAL_FILE names a file that cannot be read.',
    ]);
    expect(keysOf({ FILMGATE_KEY_FAL: ' ' })).toEqual(['FILMGATE_KEY_FAL must not be empty.']);
  });

  it('[pool.secret-form] of an endpoint with a line break within are refused, by variable or file', () => {
    const sentence = 'contains a line break or another character that is not allowed in a header.';
    for (const [name, value] of [
      ['FILMGATE_KEY_FAL', 'one\ntwo'],
      ['FILMGATE_KEY_FAL_FILE', file('broken', 'one\r\ntwo\n')],
    ] as const)
      expect(problemsOf({ [name]: value })).toEqual([`${name} ${sentence}`]);
  });
});
