import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { RequestLogEntry, StorageBundle } from '@filmgate/core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createRedisStorage } from '../../src/index.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';

let server: RedisServer;
let survivor: StorageBundle;

beforeEach(async () => {
  server = await startRedisServer();
  survivor = await createRedisStorage({ url: server.url });
});

afterEach(async () => {
  await survivor.close();
  await server.stop();
});

const waiting: RequestLogEntry = {
  id: 'call-1',
  at: 1_750_000_000_000,
  count: 1,
  lastAt: 1_750_000_000_000,
  requestId: 'r',
  caller: 'native',
  method: 'POST',
  path: '/v1/videos',
  model: null,
  status: null,
  errorCode: null,
  durationMs: null,
  jobId: 'vt_1',
  disconnected: false,
  promptDigest: null,
  prompt: 'it said "disconnected":false',
};

async function rows(): Promise<readonly RequestLogEntry[]> {
  const filters = { path: null, status: null, caller: null, model: null, jobId: null, text: null };
  const page = await survivor.requestLogs.list({
    ...filters,
    from: null,
    until: null,
    after: null,
    limit: 9,
  });
  return page.kind === 'page' ? page.entries : [];
}

it('a call of a killed node is reported as never answered, by the surviving nodes', async () => {
  const program = fileURLToPath(new URL('../support/waiting-node.ts', import.meta.url));
  const args = ['--conditions=@filmgate/source', program, server.url, JSON.stringify(waiting)];
  const node = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(node, 'exit');
  await once(node.stdout, 'data');
  expect(await rows()).toEqual([waiting]);
  node.kill('SIGKILL');
  await ended;
  // Its last sign of life would expire in ten seconds.
  const admin = await server.admin();
  const signs = await admin.keys('{filmgate}:node:*');
  expect(signs).toHaveLength(2);
  await admin.del(...signs);
  const reported = { ...waiting, disconnected: true, errorCode: 'server_stopped' };
  await expect.poll(rows, { timeout: 20_000, interval: 100 }).toEqual([reported]);
});
