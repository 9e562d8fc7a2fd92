/** @module-tag long */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { RedisProcess } from '../fault/fleet/redis-process.ts';
import { startFilmgate } from './command.ts';

let folder: string;
let redis: RedisProcess;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filmgate-loss-'));
  redis = await RedisProcess.open();
});

afterEach(async () => {
  await redis.dispose();
  await rm(folder, { recursive: true });
});

async function acknowledge() {
  return startFilmgate(['store', 'acknowledge-loss'], {
    cwd: folder,
    env: {
      FILMGATE_STORAGE: 'redis',
      FILMGATE_REDIS_URL: redis.url,
      FILMGATE_DATA_DIR: join(folder, 'data'),
      FILMGATE_MOCK_URL: 'http://127.0.0.1:9',
    },
  }).ended;
}

it('[redis.amnesia.acknowledge] a command resumes a store that lost acknowledged changes, and only then', async () => {
  const nothing = { code: 0, stdout: 'The store has no known loss to acknowledge.\n', stderr: '' };
  expect(await acknowledge()).toMatchObject(nothing);
  expect(await redis.ask('FLUSHALL')).toBe('OK');
  const acknowledged = await acknowledge();
  expect(acknowledged).toMatchObject({ code: 0, stderr: '' });
  expect(acknowledged.stdout).toMatch(/^Acknowledged\. 0 jobs may have been sent/u);
  expect(await acknowledge()).toMatchObject(nothing);
});

it('the command reports why it cannot check without a Redis', async () => {
  await redis.kill();
  const failed = await acknowledge();
  expect(failed).toMatchObject({ code: 1, stdout: '' });
  expect(failed.stderr).toContain('Redis cannot be reached');
});
