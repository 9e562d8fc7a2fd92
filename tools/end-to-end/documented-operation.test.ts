import { cpSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { readSnippets } from '../docs/read-snippets.ts';
import { commandLines, startCommand } from './command-process.ts';
import { freePorts } from './free-ports.ts';
import { runModule, runShell } from './run-snippet.ts';
import { type RunningGateway, startGateway } from './running-gateway.ts';
import { createScratchFolder, projectRoot } from './scratch-folder.ts';

/** Runs the examples of docs/operating like an operator, in a separate folder. */

const quickstartSchema = z.object({
  service_api_key: z.string(),
  admin: z.object({ username: z.string(), password: z.string() }),
  api_user: z.object({ key: z.string() }),
});
const ledgerSchema = z.object({ accepted: z.number() });
const taskSchema = z.object({ id: z.string(), status: z.string() });
const jobSchema = z.object({ job: z.object({ state: z.string() }) });
const accountsSchema = z.object({
  data: z.array(z.object({ id: z.string(), enabled: z.boolean() })),
});

/** A folder with the shipped files in it. */
function operatorFolder() {
  const folder = createScratchFolder();
  cpSync(join(projectRoot, 'deploy'), join(folder.path, 'deploy'), { recursive: true });
  return folder;
}

function quickstartOf(path: string): z.infer<typeof quickstartSchema> {
  const text = readFileSync(join(path, 'data', 'quickstart.json'), 'utf8');
  return quickstartSchema.parse(JSON.parse(text));
}

describe('secrets for the compose file', () => {
  it('[shipping.compose] are made where it looks for them, each readable by its owner', async () => {
    const folder = operatorFolder();
    onTestFinished(() => folder.remove());
    const snippets = readSnippets('compose-secrets');
    await runShell(
      snippets.map(({ text }) => text),
      { cwd: folder.path },
    );
    const compose = readFileSync(join(folder.path, 'deploy', 'compose.yaml'), 'utf8');
    const files = [...compose.matchAll(/file: \.\/(secrets\/\S+)/g)].map(([, file = '']) => file);
    expect(files).toHaveLength(3);
    for (const file of files) {
      const text = readFileSync(join(folder.path, 'deploy', file), 'utf8');
      expect(Buffer.from(text, 'base64')).toHaveLength(32);
    }
    expect(statSync(join(folder.path, 'deploy', 'secrets')).mode & 0o777).toBe(0o700);
  });
});

describe('secrets for the compose file of many nodes', () => {
  it('[shipping.redis-access] give Redis and the gateways one password, and no one else a way in', async () => {
    const folder = operatorFolder();
    onTestFinished(() => folder.remove());
    const snippets = [...readSnippets('compose-secrets'), ...readSnippets('redis-secrets')];
    await runShell(
      snippets.map(({ text }) => text),
      { cwd: folder.path },
    );
    const secrets = join(folder.path, 'deploy', 'secrets');
    const [port = ''] = await freePorts(1);
    const server = await startCommand({
      command: [
        'redis-server',
        ...['--port', port, '--bind', '127.0.0.1', '--save', '', '--dir', folder.path],
        ...['--aclfile', join(secrets, 'redis-users')],
      ],
      ready: /Ready to accept connections/,
      env: {},
      cwd: folder.path,
    });
    onTestFinished(async () => {
      await server.stop();
    });
    const url = readFileSync(join(secrets, 'redis-url'), 'utf8').replace(
      '@redis:6379',
      `@127.0.0.1:${port}`,
    );
    const ask = (words: string) =>
      runShell([`redis-cli --no-auth-warning ${words}`], { cwd: folder.path });
    expect(await ask(`-u '${url}' set '{filmgate}:a' b`)).toContain('OK');
    expect(await ask(`-p ${port} ping`)).toContain('PONG');
    expect(await ask(`-p ${port} get '{filmgate}:a'`)).toContain('NOPERM');
    const wrong = url.replace(/:[0-9a-f]+@/, ':wrong@');
    expect(await ask(`-u '${wrong}' get '{filmgate}:a' 2>&1 || true`)).not.toMatch(/^b$/m);
  });
});

describe('the access list of Redis as it is shipped', () => {
  it('[shipping.redis-access] is refused by Redis until it has a password of its own', async () => {
    const folder = operatorFolder();
    onTestFinished(() => folder.remove());
    const said = await runShell(
      [
        'timeout 10 redis-server --port 0 --unixsocket redis.sock --save "" --aclfile deploy/redis-users.acl 2>&1 || true',
      ],
      { cwd: folder.path },
    );
    expect(said).toContain('password hash must be exactly 64 characters');
    expect(said).not.toContain('Ready to accept connections');
  });
});

describe('the health check', () => {
  it('[shipping.image] says that both listeners are ready', async () => {
    const folder = operatorFolder();
    onTestFinished(() => folder.remove());
    const [local = '', tasks = ''] = await freePorts(2);
    const env = { FILMGATE_LOCAL_PORT: local, FILMGATE_TASKS_PORT: tasks };
    const gateway = await startGateway(folder.path, env);
    onTestFinished(async () => {
      await gateway.stop();
    });
    const [{ text }] = readSnippets('health-check');
    const said = await runShell([text], { cwd: folder.path, env });
    expect(said.match(/\/readyz 200 /g)).toHaveLength(2);
  });
});

describe('a client that waits', () => {
  const folder = createScratchFolder();
  let mock: Awaited<ReturnType<typeof startCommand>>;
  let gateway: RunningGateway;
  let mockUrl = '';

  beforeAll(async () => {
    mock = await startCommand({
      command: [...commandLines['filmgate-mock'], 'serve', '--port', '0'],
      ready: /listens on (http:\S+)/,
      env: { FILMGATE_MOCK_SPEED: '1' },
      cwd: folder.path,
    });
    [mockUrl = ''] = /http:\S+/.exec(mock.output()) ?? [];
    gateway = await startGateway(folder.path, { FILMGATE_MOCK_URL: mockUrl });
  });
  afterAll(async () => {
    await gateway.stop();
    await mock.stop();
    folder.remove();
  });

  async function acceptedBy(text: string): Promise<number> {
    const response = await fetch(`${mockUrl}/_mock/ledger?contains=${encodeURIComponent(text)}`);
    return ledgerSchema.parse(await response.json()).accepted;
  }

  /** The example for the gateway of this test, with a video of the given generation time. */
  function example(prompt: string, takes = '4s'): string {
    const [{ text }] = readSnippets('wait-with-openai');
    return text
      .replace('http://127.0.0.1:8787', gateway.localUrl)
      .replace(
        'process.env.SERVICE_API_KEY',
        JSON.stringify(quickstartOf(folder.path).service_api_key),
      )
      .replace('A slow river at dawn', `${prompt} [[mock:queue=0s,run=${takes}]]`);
  }

  it('[operating.long-waits] gets its video, ordered once', { tags: 'long' }, async () => {
    const said = await runModule(example('a river waited for'), {
      cwd: folder.path,
      language: 'js',
    });
    expect(said.trim()).toMatch(/^http:\S+\/media\//);
    expect(await acceptedBy('a river waited for')).toBe(1);
  });

  it('[operating.long-waits] is bounded by these settings alone, and orders once even when it gives up', {
    tags: 'long',
  }, async () => {
    const short = example('a river given up', '1h').replace('1_900_000', '4_000');
    await expect(runModule(short, { cwd: folder.path, language: 'js' })).rejects.toThrow(
      /timed out|Timeout/i,
    );
    await expect.poll(() => acceptedBy('a river given up')).toBe(1);
  });

  it('[operating.long-waits] whose package repeats by itself joins its own job', {
    tags: 'long',
  }, async () => {
    const repeating = example('a river asked for twice')
      .replace('1_900_000', '3_000')
      .replace('  maxRetries: 0,\n', '');
    await runModule(repeating, { cwd: folder.path, language: 'js' });
    expect(await acceptedBy('a river asked for twice')).toBe(1);
  });
});

describe('a backup', () => {
  const folder = operatorFolder();
  afterAll(() => folder.remove());

  const session = async (gateway: RunningGateway): Promise<string> => {
    const response = await fetch(`${gateway.localUrl}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(quickstartOf(folder.path).admin),
    });
    expect(response.status).toBe(200);
    return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  };
  /** Changes every account; resolves with the earlier enabled state of each. */
  const everyAccount = async (gateway: RunningGateway, change: object) => {
    const headers = { cookie: await session(gateway), 'content-type': 'application/json' };
    const url = `${gateway.localUrl}/api/v1/admin/accounts`;
    const { data } = accountsSchema.parse(await (await fetch(url, { headers })).json());
    for (const { id } of data) {
      const body = JSON.stringify(change);
      const response = await fetch(`${url}/${id}`, { method: 'PATCH', headers, body });
      expect(response.status, await response.text()).toBe(200);
    }
    return data.map(({ enabled }) => enabled);
  };
  const stateOf = async (gateway: RunningGateway, id: string): Promise<string> => {
    const headers = { cookie: await session(gateway) };
    const response = await fetch(`${gateway.localUrl}/api/v1/admin/jobs/${id}`, { headers });
    return jobSchema.parse(await response.json()).job.state;
  };
  const tasks = (gateway: RunningGateway, path: string, init: RequestInit = {}) =>
    fetch(`${gateway.tasksUrl}/v1/videos${path}`, {
      ...init,
      headers: {
        authorization: `Bearer ${quickstartOf(folder.path).api_user.key}`,
        'content-type': 'application/json',
      },
    });
  const create = async (gateway: RunningGateway, prompt: string) => {
    const body = JSON.stringify({ prompt, seconds: 5, resolution: '720p' });
    return taskSchema.parse(await (await tasks(gateway, '', { method: 'POST', body })).json()).id;
  };
  const completed = async (gateway: RunningGateway, id: string): Promise<void> => {
    const statusOf = async () =>
      taskSchema.parse(await (await tasks(gateway, `/${id}`)).json()).status;
    await expect.poll(statusOf).toBe('completed');
  };

  it('[operating.backup] of a running gateway starts elsewhere with every task and secret, and sends nothing by itself', {
    tags: 'long',
  }, async () => {
    const before = await startGateway(folder.path);
    const id = await create(before, 'kept in the backup [[mock:queue=0s,run=0s]]');
    await completed(before, id);
    await everyAccount(before, { concurrency: 1 });
    const parked = 'stays where it is [[mock:run=99999s]]';
    const [, , waiting] = [
      await create(before, parked),
      await create(before, parked),
      await create(before, parked),
    ];
    const [{ text }] = readSnippets('backup');
    const [{ text: restore }] = readSnippets('restore');
    const said = await runShell([text], { cwd: folder.path });
    expect(said).toContain('backup: verified. Jobs 4 (1 unsent), accounts 2');
    await expect(runShell([text], { cwd: folder.path })).rejects.toThrow(/already exists/);
    await before.stop();

    const restored = join(folder.path, 'restored');
    const env = { FILMGATE_DATA_DIR: restored };
    expect(await runShell([restore], { cwd: folder.path, env })).toContain(
      'The master key is missing',
    );
    await expect(startGateway(folder.path, env)).rejects.toThrow(/FILMGATE_MASTER_KEY/);
    cpSync(join(folder.path, 'data', 'master.key'), join(restored, 'master.key'));
    const acknowledge = 'npx filmgate store acknowledge-loss';
    expect(await runShell([acknowledge], { cwd: folder.path, env })).toContain(
      'Acknowledged. 1 jobs may have been sent',
    );
    const admin = quickstartOf(folder.path).admin.password;
    const after = await startGateway(folder.path, { ...env, FILMGATE_ADMIN_PASSWORD: admin });
    onTestFinished(async () => {
      await after.stop();
    });
    const video = await tasks(after, `/${id}/content`);
    expect(video.status).toBe(200);
    expect(Buffer.from(await video.arrayBuffer()).toString('latin1', 4, 8)).toBe('ftyp');

    expect(await everyAccount(after, { concurrency: 8 })).toEqual([true, true]);
    expect(await stateOf(after, waiting)).toBe('outcome_unknown');
    await completed(after, await create(after, 'made after it [[mock:queue=0s,run=0s]]'));
  });
});
