import { beforeAll, describe, expect, it } from 'vitest';
import { type Ended, runFilmgate, startFilmgate } from '../../end-to-end/command.ts';
import { send } from '../../http/response.ts';
import { useFleet } from '../../http/fleet/fleet-world.ts';
import type { Gateway } from '../../http/start-gateway.ts';
import { taskOf, tasksClient } from '../../http/tasks-client.ts';
import { migrateHere } from './migrate-here.ts';

const fleet = useFleet();
const onSqlite = { FILMGATE_STORAGE: 'sqlite', FILMGATE_REDIS_URL: undefined } as const;
const command = ['migrate', '--from', 'sqlite', '--to', 'redis'] as const;

function settings(): Readonly<Record<string, string>> {
  return { ...fleet.env, FILMGATE_DATA_DIR: fleet.dataDir };
}

function migrate(): Promise<Ended> {
  return runFilmgate(command, { cwd: fleet.dataDir, env: settings() });
}

/** Kills it as a power loss would, when its output matches the sign. */
async function killAt(sign: RegExp): Promise<void> {
  const standStill = new URL('stand-still.ts', import.meta.url).href;
  const env = { NODE_OPTIONS: `--import=${standStill}`, STAND_STILL_AT: sign.source };
  const running = startFilmgate(command, { cwd: fleet.dataDir, env: { ...settings(), ...env } });
  await running.until(sign, 'stderr');
  await running.stop('SIGKILL');
}

function request(prompt: string) {
  return [{ prompt, seconds: 5 }, { key: prompt.replaceAll(' ', '-') }] as const;
}

const videos = Array.from({ length: 6 }, (_, index) => `moved video ${index}`);

describe('filmgate migrate', () => {
  let old: Gateway;
  let ids: readonly string[];
  let before: Uint8Array;

  beforeAll(async () => {
    // Two slots: most jobs wait when the gateway is stopped, some are running, one has ended.
    const accounts = [{ label: 'narrow', concurrency: 2, credits: 1_000_000 }];
    old = await fleet.node({ env: onSqlite, accounts });
    const client = tasksClient(old.tasksUrl, old.apiUserKey);
    const create = async (prompt: string) => taskOf(await client.create(...request(prompt))).id;
    const [first = '', ...others] = videos;
    const done = await create(first);
    before = await contentOf(old, done);
    ids = [done, ...(await Promise.all(others.map(create)))];
  }, 60_000);

  it('[migration.refusals] refuses a database in use, and what it does not know', async () => {
    const used = await migrate();
    expect(used).toMatchObject({ code: 1, stdout: '' });
    expect(used.stderr).toMatch(/filmgate migrate: The database .* is in use by process/u);
    const back = await migrateHere(settings(), { from: 'redis', to: 'sqlite' });
    expect(back).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('Only --from'),
    });
    const unsaid = await migrateHere({ FILMGATE_DATA_DIR: fleet.dataDir });
    expect(unsaid).toMatchObject({ message: expect.stringContaining('FILMGATE_REDIS_URL') });
  });

  it('[migration.resumable] [migration.goes-on] [migration.keys] [migration.one-truth] killed twice, it ends; every video is made once, and keys mean what they meant', async () => {
    await old.stop();
    await killAt(/"copying"/u);
    await expect(fleet.bareNode()).rejects.toThrow(/has not finished moving data to this store/u);
    await killAt(/"verifying"/u);
    const moved = await migrate();
    expect(moved).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Moved and verified/u) });
    await expect(fleet.bareNode(onSqlite)).rejects.toThrow(/was moved by filmgate migrate/u);

    const fresh = await fleet.node();
    const client = tasksClient(fresh.tasksUrl, old.apiUserKey);
    await Promise.all(ids.map((id) => client.completed(id)));
    expect(await fleet.accepted('moved video')).toBe(videos.length);
    const replayed = await Promise.all(videos.map((prompt) => client.create(...request(prompt))));
    expect(replayed.map((response) => taskOf(response, 200).id)).toEqual(ids);
    expect(await fleet.accepted('moved video')).toBe(videos.length);
    expect(await contentOf(fresh, ids[0] ?? '')).toHaveLength(before.length);
    const { used, reserved, held } = await fresh.usageOf(old.apiUserId);
    expect([reserved, held]).toEqual([0, 0]);
    expect(used).toBeGreaterThan(0);
  }, 180_000);

  it('[migration.one-truth] moved, it reports that again, and refuses another target', async () => {
    expect(await migrateHere(settings())).toMatchObject({
      kind: 'moved',
      message: expect.stringContaining('Already moved and verified'),
    });
    const elsewhere = await migrateHere({ ...settings(), FILMGATE_REDIS_PREFIX: 'elsewhere' });
    expect(elsewhere).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('was already moved to redis filmgate'),
    });
  });

  async function contentOf(gateway: Gateway, id: string): Promise<Uint8Array> {
    const task = await tasksClient(gateway.tasksUrl, old.apiUserKey).completed(id);
    const link = new URL(task.video_url ?? '');
    const response = await send(`${gateway.tasksUrl}${link.pathname}${link.search}`);
    expect(response.status).toBe(200);
    return response.bytes;
  }
});
