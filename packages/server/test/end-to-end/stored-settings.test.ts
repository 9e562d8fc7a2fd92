import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { composeGateway, type RunningGateway } from '../../src/compose.ts';
import { readSettings } from '../../src/settings/read-settings.ts';
import { type HttpResponse, send } from '../http/response.ts';
import { scratchFolder } from './command.ts';

const password = 'the first password';
const settingList = z.object({
  data: z.array(
    z.object({ name: z.string(), value: z.unknown(), source: z.string(), secret: z.boolean() }),
  ),
});

let folder: Awaited<ReturnType<typeof scratchFolder>>;
let running: RunningGateway | undefined;

beforeEach(async () => {
  folder = await scratchFolder();
});
afterEach(async () => {
  await running?.stop();
  await folder.dispose();
});

/** Starts the gateway, replacing the one before. */
async function start(environment: Readonly<Record<string, string>> = {}): Promise<RunningGateway> {
  await running?.stop();
  const read = readSettings({
    FILMGATE_LOCAL_PORT: '0',
    FILMGATE_TASKS_PORT: '0',
    FILMGATE_ADMIN_PASSWORD: password,
    FILMGATE_LOG_LEVEL: 'silent',
    FILMGATE_DATA_DIR: folder.at('data'),
    ...environment,
  });
  if (read.kind === 'refused') throw new Error(read.problems.join('\n'));
  running = await composeGateway(read.settings, { given: read.given });
  return running;
}

function logIn({ localUrl }: RunningGateway, login: object): Promise<HttpResponse> {
  return send(`${localUrl}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(login),
  });
}

async function cookieOf(gateway: RunningGateway, login: object): Promise<string> {
  const response = await logIn(gateway, login);
  expect(response.status, response.text).toBe(200);
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

const session = ({ localUrl }: RunningGateway, cookie: string): Promise<HttpResponse> =>
  send(`${localUrl}/api/v1/auth/session`, { headers: { cookie } });

async function settings(gateway: RunningGateway, cookie: string, changes?: object) {
  const response = await send(`${gateway.localUrl}/api/v1/admin/settings`, {
    headers: { cookie, ...(changes !== undefined && { 'content-type': 'application/json' }) },
    ...(changes !== undefined && { method: 'PUT', body: JSON.stringify(changes) }),
  });
  expect(response.status, response.text).toBe(200);
  const { data } = settingList.parse(JSON.parse(response.text));
  return (name: string) => data.find((setting) => setting.name === name);
}

describe('stored settings', () => {
  it('[admin.settings.kept][invariants.i13-no-secret-leaves] outlive a restart and win over the environment', async () => {
    const admin = { username: 'admin', password };
    const first = await start();
    await settings(first, await cookieOf(first, admin), {
      queue_limit: 77,
      native_api_key: 'canary-stored-upstream-key',
    });
    const again = await start({ FILMGATE_QUEUE_LIMIT: '99' });
    const cookie = await cookieOf(again, admin);
    const shown = await settings(again, cookie);
    expect(shown('queue_limit')).toMatchObject({ value: 77, source: 'stored' });
    expect(shown('native_api_key')).toMatchObject({ value: '********', source: 'stored' });
    const native = await send(`${again.tasksUrl}/api/v1/video-jobs/none`, {
      headers: { authorization: 'Bearer canary-stored-upstream-key' },
    });
    expect(native.status).toBe(404);
    const back = await settings(again, cookie, { queue_limit: null });
    expect(back('queue_limit')).toMatchObject({ value: 99, source: 'environment' });
    await again.stop();
    const database = readFileSync(folder.at('data/filmgate.db'), 'latin1');
    expect(database).not.toContain('canary-stored');
  });

  it('[admin.settings.not-opened] that emptied the service key no longer hold where others can reach the gateway', async () => {
    const admin = { username: 'admin', password };
    const first = await start({ FILMGATE_SERVICE_API_KEY: 'service-key-of-the-tests' });
    await settings(first, await cookieOf(first, admin), { service_api_key: '' });
    const open = await start({
      FILMGATE_SERVICE_API_KEY: 'service-key-of-the-tests',
      FILMGATE_HOST: '0.0.0.0',
    });
    const shown = await settings(open, await cookieOf(open, admin));
    expect(shown('service_api_key')).toMatchObject({ value: '********', source: 'environment' });
  });
});

describe('a stored key that could be guessed', () => {
  it('[guessing.key-strength] no longer holds where others can reach the gateway', async () => {
    const admin = { username: 'admin', password };
    const first = await start();
    await settings(first, await cookieOf(first, admin), { service_api_key: 'a' });
    const key = 'service-key-of-the-tests';
    const open = await start({ FILMGATE_SERVICE_API_KEY: key, FILMGATE_HOST: '0.0.0.0' });
    const statusWith = async (presented: string): Promise<number> => {
      const headers = { authorization: `Bearer ${presented}` };
      return (await send(`${open.localUrl}/v1/models`, { headers })).status;
    };
    expect([await statusWith('a'), await statusWith(key)]).toEqual([401, 200]);
  });
});

describe('a session', () => {
  it('[login.password-change] outlives a restart, and ends with another password', async () => {
    const admin = { username: 'admin', password };
    const first = await start();
    const cookie = await cookieOf(first, admin);
    expect((await session(await start(), cookie)).status).toBe(200);
    const changed = await start({ FILMGATE_ADMIN_PASSWORD: 'the second password' });
    expect((await session(changed, cookie)).status).toBe(401);
    expect((await logIn(changed, admin)).status).toBe(401);
    await cookieOf(changed, { username: 'admin', password: 'the second password' });
    expect((await session(await start(), cookie)).status).toBe(401);
  });
});
