import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startRedis } from '../http/fleet/redis-process.ts';
import { type Ended, scratchFolder, startFilmgate } from './command.ts';

let folder: Awaited<ReturnType<typeof scratchFolder>>;

beforeEach(async () => {
  folder = await scratchFolder();
});
afterEach(() => folder.dispose());

function config(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended> {
  return startFilmgate(['config', ...args], { cwd: folder.at('.'), env }).ended;
}

/** Settings with which a gateway could start here. */
const startable = (): Readonly<Record<string, string>> => ({
  FILMGATE_DATA_DIR: folder.at('data'),
  FILMGATE_LOCAL_PORT: '0',
  FILMGATE_TASKS_PORT: '0',
});

async function takePort(): Promise<{ readonly server: Server; readonly port: string }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { server, port: String(address.port) };
}

describe('filmgate config check', () => {
  it('[commands.config-check] reports that the gateway can start, and leaves nothing behind', async () => {
    const { code, stdout, stderr } = await config(['check'], startable());
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^environment: 3 settings/);
    expect(stdout).toMatch(/filmgate can start\.\n$/);
    expect(existsSync(folder.at('data'))).toBe(false);
  });

  it('[commands.config-check][guessing.trust-proxy-range] warns of a range of proxies that has room for callers', async () => {
    const check = (range: string) =>
      config(['check'], { ...startable(), FILMGATE_TRUST_PROXY: range });
    const wide = await check('172.30.0.2,192.168.0.0/16');
    expect(wide).toMatchObject({ code: 0, stderr: '' });
    expect(wide.stdout).toContain(
      'warning: FILMGATE_TRUST_PROXY trusts 192.168.0.0/16: every client',
    );
    expect((await check('172.30.0.2')).stdout).not.toContain('warning');
    for (const everything of ['0.0.0.0/0', '::/0', 'true', '*']) {
      const { code, stderr } = await check(everything);
      expect(code, everything).toBe(1);
      expect(stderr).toContain('FILMGATE_TRUST_PROXY must');
    }
  });

  it('[commands.config-check] names every setting that is wrong, and exits 1', async () => {
    const { code, stdout, stderr } = await config(['check'], {
      FILMGATE_TASK_PORT: '1',
      FILMGATE_QUEUE_LIMIT: 'many',
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(
      'FILMGATE_TASK_PORT is not a setting; the nearest is FILMGATE_TASKS_PORT.',
    );
    expect(stderr).toContain('FILMGATE_QUEUE_LIMIT must be a whole number from 0 to 10000000.');
  });

  it('[commands.config-check] asks the Redis and the bucket that are named, and changes nothing there', async () => {
    const redis = await startRedis();
    try {
      const onRedis = {
        ...startable(),
        FILMGATE_STORAGE: 'redis',
        FILMGATE_REDIS_URL: redis.url,
        FILMGATE_MOCK_URL: 'http://127.0.0.1:9',
      };
      const fine = await config(['check'], onRedis);
      expect(fine).toMatchObject({ code: 0, stderr: '' });
      expect(fine.stdout).toContain('store: redis, results in files');
      const gone = { ...onRedis, FILMGATE_REDIS_URL: 'redis://:canary-password@127.0.0.1:9' };
      const nowhere = {
        FILMGATE_RESULT_STORE: 's3',
        FILMGATE_S3_ENDPOINT: 'http://127.0.0.1:9',
        FILMGATE_S3_BUCKET: 'films',
        FILMGATE_S3_ACCESS_KEY_ID: 'canary-id',
        FILMGATE_S3_SECRET_ACCESS_KEY: 'canary-key',
      };
      const { code, stderr } = await config(['check'], { ...gone, ...nowhere });
      expect(code).toBe(1);
      expect(stderr).toContain('Redis cannot be reached (ECONNREFUSED).');
      expect(stderr).toContain('The bucket cannot be reached to list its blobs (ECONNREFUSED).');
      expect(stderr).not.toContain('canary');
    } finally {
      await redis.stop();
    }
  });

  it('[commands.config-check] checks the catalog, the data directory and the ports, all at once', async () => {
    const { server, port } = await takePort();
    writeFileSync(folder.at('catalog.json'), '{"families": 5}');
    mkdirSync(folder.at('data'));
    writeFileSync(folder.at('data/master.key'), 'no key');
    const env = {
      ...startable(),
      FILMGATE_TASKS_PORT: port,
      FILMGATE_CATALOG_FILE: folder.at('catalog.json'),
    };
    const { code, stderr } = await config(['check'], env);
    const without = await config(['check', '--no-ports'], env);
    server.close();
    expect([code, without.code]).toEqual([1, 1]);
    expect(stderr).toContain('FILMGATE_CATALOG_FILE cannot be used:');
    expect(stderr).toContain('master.key cannot be used: ');
    expect(stderr).toContain(`Port ${port} on 127.0.0.1 is in use by another program`);
    expect(without.stderr).not.toContain('Port');
  });

  it('[commands.config-check][administrator.password.common] reports a password that others would guess', async () => {
    const { code, stderr } = await config(['check', '--no-ports'], {
      ...startable(),
      FILMGATE_HOST: '0.0.0.0',
      FILMGATE_SERVICE_API_KEY: 'service-key-of-the-tests',
      FILMGATE_ADMIN_PASSWORD: 'kassensturz-mohn',
    });
    const guessed = await config(['check', '--no-ports'], {
      ...startable(),
      FILMGATE_HOST: '0.0.0.0',
      FILMGATE_SERVICE_API_KEY: 'service-key-of-the-tests',
      FILMGATE_ADMIN_PASSWORD: 'password1234',
    });
    expect([code, stderr]).toEqual([0, '']);
    expect(guessed.code).toBe(1);
    expect(guessed.stderr).toContain(
      'FILMGATE_ADMIN_PASSWORD is a common or easily guessed password',
    );
    expect(guessed.stderr).not.toContain('password1234');
  });

  it('[commands.config-check] refuses a data directory that is a file', async () => {
    writeFileSync(folder.at('data'), '');
    const { code, stderr } = await config(['check'], startable());
    expect(code).toBe(1);
    expect(stderr).toContain('which is not a directory.');
  });
});

describe('filmgate config print', () => {
  it('[commands.config-print][invariants.i13-no-secret-leaves] shows names, sources and values, and masks secrets', async () => {
    const env = {
      FILMGATE_ADMIN_PASSWORD: 'canary-password',
      FILMGATE_SERVICE_API_KEY: '',
      FILMGATE_QUEUE_LIMIT: '12',
      FILMGATE_IMAGE_HOSTS: 'a.example.com, b.example.com',
    };
    const { code, stdout } = await config(['print', '--redacted'], env);
    expect(code).toBe(0);
    expect(stdout).not.toContain('canary');
    const lines = stdout.split('\n').map((line) => line.replaceAll(/ {2,}/g, ' | '));
    expect(lines).toEqual(
      expect.arrayContaining([
        'FILMGATE_HOST | default | 127.0.0.1',
        'FILMGATE_QUEUE_LIMIT | environment | 12',
        'FILMGATE_IMAGE_HOSTS | environment | a.example.com,b.example.com',
        'FILMGATE_ADMIN_PASSWORD | environment | ********',
        'FILMGATE_NATIVE_API_KEY | default | unset',
        'FILMGATE_SERVICE_API_KEY | environment',
      ]),
    );
    const plain = await config(['print'], env);
    expect(plain.stdout).toBe(stdout);
  });

  it('[commands.config-print] refuses settings that cannot be read, without their values', async () => {
    const { code, stdout, stderr } = await config(['print'], {
      FILMGATE_MASTER_KEY: 'canary-master-key',
    });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('FILMGATE_MASTER_KEY cannot be used');
    expect(stderr).not.toContain('canary');
  });
});
