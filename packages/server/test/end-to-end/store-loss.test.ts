import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startFilmgate } from './command.ts';

let folder: string;
let port: number;
let redis: ChildProcess;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filmgate-loss-'));
  port = await freePort();
  const durable = [
    '--appendonly',
    'yes',
    '--appendfsync',
    'always',
    '--maxmemory-policy',
    'noeviction',
  ];
  const where = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
  redis = spawn('redis-server', [...where, ...durable], { stdio: 'ignore' });
  await expect.poll(() => ask('PING'), { timeout: 20_000 }).toBe('PONG');
});

afterEach(async () => {
  if (redis.exitCode === null) {
    const ended = once(redis, 'exit');
    redis.kill('SIGKILL');
    await ended;
  }
  await rm(folder, { recursive: true });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}

function ask(...command: readonly string[]): string {
  try {
    const args = ['-h', '127.0.0.1', '-p', String(port), ...command];
    return execFileSync('redis-cli', args, { stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  } catch {
    return 'no answer';
  }
}

async function acknowledge() {
  return startFilmgate(['store', 'acknowledge-loss'], {
    cwd: folder,
    env: {
      FILMGATE_STORAGE: 'redis',
      FILMGATE_REDIS_URL: `redis://127.0.0.1:${port}`,
      FILMGATE_DATA_DIR: join(folder, 'data'),
      FILMGATE_MOCK_URL: 'http://127.0.0.1:9',
    },
  }).ended;
}

it('[redis.amnesia.acknowledge] a command goes on with a store that lost what it had answered, and only then', async () => {
  const nothing = { code: 0, stdout: 'The store has lost nothing it knows of.\n', stderr: '' };
  expect(await acknowledge()).toMatchObject(nothing);
  expect(ask('FLUSHALL')).toBe('OK');
  const acknowledged = await acknowledge();
  expect(acknowledged).toMatchObject({ code: 0, stderr: '' });
  expect(acknowledged.stdout).toMatch(/^Acknowledged\. 0 jobs may have been sent/u);
  expect(await acknowledge()).toMatchObject(nothing);
});

it('the command says why it cannot look when there is no Redis', async () => {
  const ended = once(redis, 'exit');
  ask('SHUTDOWN', 'NOSAVE');
  await ended;
  const failed = await acknowledge();
  expect(failed).toMatchObject({ code: 1, stdout: '' });
  expect(failed.stderr).toContain('Redis cannot be reached');
});
