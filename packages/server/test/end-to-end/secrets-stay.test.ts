import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type HttpResponse, send } from '../http/response.ts';
import { nativeClient } from '../http/native-client.ts';
import { instant, smallest } from '../http/prompts.ts';
import { taskOf } from '../http/tasks-client.ts';
import { scratchFolder } from './command.ts';
import { admin, type GatewayWorld, startWorld, upstreamApiKey } from './gateway-world.ts';

const prompt = 'canary-prompt of a lighthouse';
const lineSchema = z.looseObject({ event: z.string(), level: z.number(), time: z.number() });

describe('a gateway that was used in every way, with everything logged', () => {
  let folder: Awaited<ReturnType<typeof scratchFolder>>;
  let world: GatewayWorld;
  let userKey = '';
  let rotatedKey = '';
  let signature = '';
  let sessionCookie = '';
  const responses: HttpResponse[] = [];

  beforeAll(async () => {
    folder = await scratchFolder();
    world = await startWorld({ dataDir: folder.path });
    const user = await world.addUser();
    const accountId = await world.addAccount({ credits: 1_000_000 });
    userKey = user.key;
    const made = taskOf(await user.create(smallest(instant(prompt)), { key: 'a-key' }));
    const done = await user.completed(made.id);
    signature = new URL(done.video_url ?? '').searchParams.get('signature') ?? '';
    const failing = taskOf(await user.create(smallest(instant(prompt, 'fail=policy'))));
    await user.failed(failing.id);
    responses.push(
      await send(done.video_url ?? ''),
      await send(`${done.video_url ?? ''}0`),
      await user.request(`/v1/videos/${made.id}/content`, { headers: { range: 'bytes=0-9' } }),
      await user.request('/v1/nothing?key=canary-in-a-query'),
      await user.request('/v1/videos/%zz'),
      await send(`${world.running.tasksUrl}/v1/models`, {
        headers: { authorization: 'Bearer canary-wrong-key' },
      }),
    );
    const native = nativeClient(world.running.tasksUrl, upstreamApiKey);
    responses.push(await native.create({ plugin: 'std', prompt: instant(prompt) }));
    const login = await send(`${world.running.localUrl}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(admin),
    });
    sessionCookie = login.headers.getSetCookie()[0]?.split(';')[0]?.split('=')[1] ?? '';
    responses.push(
      await send(`${world.running.localUrl}/api/v1/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'admin', password: 'canary-wrong-password' }),
      }),
      await world.admin('GET', 'accounts'),
      await world.admin('PATCH', `accounts/${accountId}`, { secret: 'canary-account-secret-2' }),
      await world.admin('POST', `accounts/${accountId}/test`),
      await world.admin('GET', 'audit-log'),
      await world.admin('GET', 'jobs'),
    );
    const rotated = await world.admin('POST', `api-users/${user.id}/rotate`);
    rotatedKey = z.object({ key: z.string() }).parse(JSON.parse(rotated.text)).key;
    await world.stop();
  }, 60_000);

  afterAll(() => folder.dispose());

  function secrets(): readonly string[] {
    const named = [userKey, rotatedKey, sessionCookie, signature];
    expect(named.map((secret) => secret.length > 20)).toEqual([true, true, true, true]);
    const masterKey = readFileSync(folder.at('master.key'), 'utf8').trim();
    return [
      ...named,
      masterKey,
      'canary-admin-password',
      'canary-upstream-key',
      'canary-account-secret',
      'canary-wrong',
      'canary-in-a-query',
    ];
  }

  it('[logs.structured] wrote lines of JSON only, each with its event', () => {
    expect(world.log.length).toBeGreaterThan(20);
    for (const line of world.log) {
      expect(line.endsWith('\n')).toBe(true);
      lineSchema.parse(JSON.parse(line));
    }
  });

  it('[logs.structured][logs.requests] wrote one line for each request, by its route', () => {
    const requests = world.log
      .map((line) => lineSchema.parse(JSON.parse(line)))
      .filter(({ event }) => event === 'request');
    const one = (wanted: object) => requests.filter((line) => matches(line, wanted));
    expect(
      one({ method: 'POST', route: '/v1/videos', status: 202, listener: 'tasks' }),
    ).toHaveLength(2);
    expect(one({ route: '/media/:file', status: 200, finished: true })).toHaveLength(1);
    expect(one({ route: '/media/:file', status: 403 })).toHaveLength(1);
    expect(one({ route: '/v1/videos/:id/content', status: 206 })).toHaveLength(1);
    expect(one({ route: null, status: 404 })).toHaveLength(1);
    expect(one({ route: '/api/v1/auth/login', status: 401, listener: 'local' })).toHaveLength(1);
    for (const line of requests) {
      expect(line).toMatchObject({
        request_id: expect.stringMatching(/^req_/),
        duration_ms: expect.any(Number),
      });
    }
    expect(new Set(requests.map((line) => line['request_id'])).size).toBe(requests.length);
  });

  it('[invariants.i13-no-secret-leaves][logs.structured] let no secret into the log', () => {
    const log = world.log.join('');
    for (const secret of secrets()) expect(log).not.toContain(secret);
  });

  it('[settings.log-prompts] let no prompt into the log', () => {
    expect(world.log.join('')).not.toContain('canary-prompt');
  });

  it('[invariants.i13-no-secret-leaves] let no secret into a response it did not belong in', () => {
    const text = responses.map((response) => response.text).join('');
    for (const secret of secrets().filter((given) => !given.startsWith('canary-in'))) {
      expect(text).not.toContain(secret);
    }
  });

  it('[invariants.i13-no-secret-leaves][admin.key-stored-hashed][settings.master-key] let no secret into what it stores', () => {
    const files = readdirSync(folder.path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'master.key')
      .map((entry) => join(entry.parentPath, entry.name))
      // The mock represents an external provider, which knows the keys of its accounts.
      .filter((path) => !path.endsWith('mock-ledger.ndjson'));
    expect(files.some((path) => path.endsWith('filmgate.db'))).toBe(true);
    for (const path of files) {
      const text = readFileSync(path).toString('latin1');
      for (const secret of secrets())
        expect(text.includes(secret), `${path}: ${secret}`).toBe(false);
    }
  });

  it('would have found them: the prompt is stored, and the key is shown once', () => {
    expect(readFileSync(folder.at('filmgate.db')).toString('latin1')).toContain('canary-prompt');
    expect(userKey).toMatch(/^fg_/);
  });
});

describe('a gateway whose operator wants prompts in the log', () => {
  it('[settings.log-prompts] still keeps secrets out', async () => {
    const folder = await scratchFolder();
    const world = await startWorld({ dataDir: folder.path, env: { FILMGATE_LOG_PROMPTS: 'true' } });
    world.running.services.composed.ports.log.info('accepted', { prompt, secret: 'canary' });
    await world.stop();
    await folder.dispose();
    const line = world.log.find((text) => text.includes('"accepted"'));
    expect(line).toContain(prompt);
    expect(line).not.toContain('"canary"');
  });
});

function matches(line: object, wanted: object): boolean {
  return Object.entries(wanted).every(([name, value]) => Reflect.get(line, name) === value);
}
