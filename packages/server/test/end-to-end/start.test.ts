import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { quickstartSchema } from '../../src/compose/quickstart.ts';
import { serve } from '../../src/commands/serve.ts';
import { readSettings } from '../../src/settings/read-settings.ts';
import { send } from '../http/response.ts';
import { instant, smallest } from '../http/prompts.ts';
import { nativeClient } from '../http/native-client.ts';
import { taskOf, tasksClient } from '../http/tasks-client.ts';
import { quickSettings, runFilmgate, scratchFolder, startFilmgate } from './command.ts';

type Environment = Readonly<Record<string, string>>;

let folder: Awaited<ReturnType<typeof scratchFolder>>;

beforeAll(async () => {
  folder = await scratchFolder();
});
afterAll(() => folder.dispose());

async function start(env: Environment = {}) {
  const running = startFilmgate(['start'], {
    cwd: folder.path,
    env: { ...quickSettings, ...env },
  });
  await running.until(/lighthouse\.mp4/);
  const text = readFileSync(folder.at('data', 'quickstart.json'), 'utf8');
  return { running, quickstart: quickstartSchema.parse(JSON.parse(text)) };
}

const accountsSchema = z.object({
  data: z.array(
    z.object({ concurrency: z.number(), credits: z.number(), families: z.array(z.string()) }),
  ),
});
const usersSchema = z.object({
  data: z.array(z.object({ id: z.string(), total_limit: z.number().nullable() })),
});

async function adminGet(
  { local_url, admin }: z.infer<typeof quickstartSchema>,
  path: string,
): Promise<unknown> {
  const login = await send(`${local_url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  expect(login.status, login.text).toBe(200);
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const response = await send(`${local_url}/api/v1/admin/${path}`, { headers: { cookie } });
  return JSON.parse(response.text);
}

function modeOf(...names: string[]): number {
  return statSync(folder.at('data', ...names)).mode & 0o777;
}

describe('filmgate start', () => {
  it('[quickstart.file][quickstart.demo-data][commands.start-idempotent][quickstart.mock-ledger-kept] makes a demo that works at once, and a second start keeps all of it', async () => {
    const first = await start();
    expect(first.running.printed.stdout).toContain(
      `curl -s ${first.quickstart.tasks_url}/v1/videos`,
    );
    expect(first.running.printed.stdout).toContain(first.quickstart.api_user.key);
    expect(first.running.printed.stdout).toContain(
      `Open ${first.quickstart.local_url}/video and log in as admin with password ${first.quickstart.admin.password}.`,
    );
    expect(first.running.printed.stdout).toContain(first.quickstart.service_api_key);
    const tasks = tasksClient(first.quickstart.tasks_url, first.quickstart.api_user.key);
    const made = taskOf(
      await tasks.create(smallest(instant('kept over a restart')), { key: 'kept' }),
    );
    await tasks.completed(made.id);
    const native = nativeClient(first.quickstart.tasks_url, first.quickstart.native_api_key);
    expect((await native.create({ plugin: 'std', prompt: instant('natively') })).status).toBe(202);

    const { data: accounts } = accountsSchema.parse(await adminGet(first.quickstart, 'accounts'));
    expect(accounts.map(({ concurrency, families }) => [concurrency, families])).toEqual([
      [8, ['*']],
      [8, ['*']],
    ]);
    const granted = accounts.reduce((sum, { credits }) => sum + credits, 0);
    expect(granted).toBeLessThanOrEqual(2_000_000);
    expect(granted).toBeGreaterThan(1_999_000);
    const { data: users } = usersSchema.parse(await adminGet(first.quickstart, 'api-users'));
    expect(users).toEqual([{ id: first.quickstart.api_user.id, total_limit: null }]);
    expect((await first.running.stop()).code).toBe(0);
    const ledger = readFileSync(folder.at('data', 'mock-ledger.ndjson'), 'utf8');

    const second = await start();
    const { local_url: _local, tasks_url: _tasks, ...credentials } = first.quickstart;
    expect(second.quickstart).toMatchObject(credentials);
    const again = tasksClient(second.quickstart.tasks_url, second.quickstart.api_user.key);
    expect((await again.read(made.id)).status).toBe('completed');
    const replay = await again.create(smallest(instant('kept over a restart')), { key: 'kept' });
    expect(taskOf(replay, 200).id).toBe(made.id);
    expect((await second.running.stop()).code).toBe(0);
    expect(readFileSync(folder.at('data', 'mock-ledger.ndjson'), 'utf8')).toContain(ledger);
  });

  it('[quickstart.file][invariants.i13-no-secret-leaves] keeps what it stores to its owner', () => {
    expect(statSync(folder.at('data')).mode & 0o777).toBe(0o700);
    const database = ['filmgate.db', 'filmgate.baseline.json'];
    for (const name of ['quickstart.json', 'master.key', 'mock-ledger.ndjson', ...database]) {
      expect([name, modeOf(name)]).toEqual([name, 0o600]);
    }
    expect(modeOf('results')).toBe(0o700);
  });

  it('[settings.one-process] refuses a second process on the same data, naming the first', async () => {
    const { running } = await start();
    const second = await runFilmgate(['start'], { cwd: folder.path, env: quickSettings });
    expect(second.code).toBe(1);
    expect(second.stderr).toMatch(/^filmgate cannot start: .*in use by process \d+/);
    expect(second.stderr).not.toMatch(/ {4}at /);
    expect((await running.stop()).code).toBe(0);
  });

  it('[quickstart.demo-data][restore.noticed] makes the demo user again when the database was removed with its baseline file, and reports the error when only the database was removed', async () => {
    for (const name of ['filmgate.db', 'filmgate.db-wal', 'filmgate.db-shm', 'filmgate.db.owner']) {
      rmSync(folder.at('data', name), { force: true });
    }
    const lost = startFilmgate(['start'], { cwd: folder.path, env: quickSettings });
    await lost.until(/until an operator acknowledges the loss.*acknowledge-loss/su);
    expect((await lost.stop()).code).toBe(0);
    rmSync(folder.at('data', 'filmgate.db'));
    rmSync(folder.at('data', 'filmgate.baseline.json'));
    const { running, quickstart } = await start();
    const tasks = tasksClient(quickstart.tasks_url, quickstart.api_user.key);
    expect((await tasks.request('/v1/models')).status).toBe(200);
    await running.stop();
  });

  it('[signals.second] a second signal soon after is the same one', async () => {
    const { running } = await start();
    running.signal('SIGTERM');
    running.signal('SIGINT');
    expect((await running.ended).code).toBe(0);
  });
});

describe('filmgate serve', () => {
  it('[commands.serve][settings.admin-password][auth.native-unset] uses the environment only: no demo data, a password printed once', async () => {
    const env = { ...quickSettings, FILMGATE_DATA_DIR: 'served' };
    const first = startFilmgate(['serve'], { cwd: folder.path, env });
    await first.until(/Administration http:\S+\n/);
    const password = /password (\S+)/.exec(first.printed.stdout)?.[1] ?? '';
    const localUrl = /Administration (\S+)/.exec(first.printed.stdout)?.[1] ?? '';
    const tasksUrl = /Video Task API (\S+)/.exec(first.printed.stdout)?.[1] ?? '';
    expect(existsSync(folder.at('served', 'quickstart.json'))).toBe(false);
    const known = { local_url: localUrl, admin: { username: 'admin', password } };
    const access = { ...known, tasks_url: tasksUrl, service_api_key: '', native_api_key: '' };
    const reached = { ...access, api_user: { id: '', name: '', key: '' } };
    expect(accountsSchema.parse(await adminGet(reached, 'accounts')).data).toEqual([]);
    expect(usersSchema.parse(await adminGet(reached, 'api-users')).data).toEqual([]);
    const native = await send(`${tasksUrl}/api/v1/video-jobs`, {
      method: 'POST',
      headers: { authorization: 'Bearer anything' },
    });
    expect(native.status).toBe(401);
    await first.stop();

    const second = startFilmgate(['serve'], { cwd: folder.path, env });
    await second.until(/Administration http:\S+\n/);
    expect(second.printed.stdout).not.toContain('password');
    const moved = /Administration (\S+)/.exec(second.printed.stdout)?.[1] ?? '';
    expect(
      accountsSchema.parse(await adminGet({ ...reached, local_url: moved }, 'accounts')).data,
    ).toEqual([]);
    expect((await second.stop()).code).toBe(0);
  });

  it('[settings.validated] names the port that is in use, in a sentence', async () => {
    const blocker = createServer();
    await new Promise<void>((resolve) => {
      blocker.listen(0, '127.0.0.1', resolve);
    });
    const address = blocker.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '';
    const env = { ...quickSettings, FILMGATE_DATA_DIR: 'blocked', FILMGATE_LOCAL_PORT: port };
    const { code, stderr } = await runFilmgate(['serve'], { cwd: folder.path, env });
    blocker.close();
    expect(code).toBe(1);
    expect(stderr).toMatch(/^filmgate cannot start:/);
    expect(stderr).toContain(`Port ${port} on 127.0.0.1 is in use by another program`);
    expect(stderr).toContain('FILMGATE_LOCAL_PORT');
    expect(stderr).not.toMatch(/ {4}at /);
  });

  it('[settings.validated] names the setting that cannot be used, in a sentence', async () => {
    const env = { ...quickSettings, FILMGATE_TASK_PORT: '1' };
    const { code, stderr } = await runFilmgate(['serve'], { cwd: folder.path, env });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^filmgate cannot start:\n {2}.*nearest is FILMGATE_TASKS_PORT/);
    expect(stderr).not.toMatch(/ {4}at /);
  });

  /** Starts it in this process; returns the sentence with which it fails. */
  async function whyNotStarted(given: Environment): Promise<string> {
    const quiet = { ...quickSettings, FILMGATE_LOG_LEVEL: 'silent' };
    const read = readSettings({ ...quiet, FILMGATE_DATA_DIR: folder.at('refused'), ...given });
    if (read.kind === 'refused') return read.problems.join('\n');
    const starting = serve(read, { write: () => undefined });
    const outcome = await starting.catch((error: unknown) => error);
    if (outcome instanceof Error) return outcome.message;
    await (await starting).stop();
    return 'started';
  }

  it.each<{ what: string; given: (at: typeof folder.at) => Environment; expected: RegExp }>([
    {
      what: 'a host that is no address here',
      given: () => ({ FILMGATE_HOST: '203.0.113.1', FILMGATE_ALLOW_OPEN: '1' }),
      expected: /^FILMGATE_HOST .*not an address/,
    },
    {
      what: 'an open host without a service key',
      given: () => ({ FILMGATE_HOST: '0.0.0.0' }),
      expected: /FILMGATE_ALLOW_OPEN=1/,
    },
    {
      what: 'a common password on an open host',
      given: () => ({
        FILMGATE_HOST: '0.0.0.0',
        FILMGATE_SERVICE_API_KEY: 'service-key-of-the-tests',
        FILMGATE_ADMIN_PASSWORD: 'password1234',
      }),
      expected: /FILMGATE_ADMIN_PASSWORD is a common or easily guessed password/,
    },
    {
      what: 'a catalog that is not there',
      given: (at) => ({ FILMGATE_CATALOG_FILE: at('missing.json') }),
      expected: /FILMGATE_CATALOG_FILE .*cannot be read/,
    },
    {
      what: 'a catalog that is none',
      given: (at) => ({ FILMGATE_CATALOG_FILE: at('data/master.key') }),
      expected: /FILMGATE_CATALOG_FILE cannot be used:\n\S*data\/master\.key:1:\d+ \S/,
    },
    {
      what: 'an alias of no model',
      given: () => ({ FILMGATE_MODEL_ALIASES: 'own=nothing' }),
      expected: /FILMGATE_MODEL_ALIASES cannot be used/,
    },
    {
      what: 'an image host that is no name',
      given: () => ({ FILMGATE_IMAGE_HOSTS: 'a host' }),
      expected: /FILMGATE_IMAGE_HOSTS cannot contain/,
    },
    {
      what: 'the master key of other data',
      given: (at) => ({
        FILMGATE_MASTER_KEY: '0123456789abcdef'.repeat(4),
        FILMGATE_DATA_DIR: at('data'),
      }),
      expected: /FILMGATE_MASTER_KEY is not the key that encrypted this data/,
    },
    {
      what: 'a setting that there is not',
      given: () => ({ FILMGATE_TASK_PORT: '1' }),
      expected: /nearest is FILMGATE_TASKS_PORT/,
    },
  ])(
    '[settings.validated][settings.catalog-file][settings.master-key] cannot start with $what, and reports why',
    async ({ given, expected }) => {
      expect(await whyNotStarted(given(folder.at))).toMatch(expected);
    },
  );
});
