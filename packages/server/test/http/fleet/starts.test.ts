import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../../../src/commands/serve.ts';
import type { RunningGateway } from '../../../src/compose.ts';
import { quickstartSchema } from '../../../src/compose/quickstart.ts';
import { readSettings } from '../../../src/settings/read-settings.ts';
import { useFleet } from './fleet-world.ts';

const fleet = useFleet();
const folders: string[] = [];
const started: RunningGateway[] = [];

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'filmgate-node-'));
  folders.push(folder);
  return folder;
}

/** Runs `npm start` on this fleet. */
async function startWithDemo(dataDir: string): Promise<{ readonly said: string }> {
  const read = readSettings(
    {
      FILMGATE_LOCAL_PORT: '0',
      FILMGATE_TASKS_PORT: '0',
      FILMGATE_LOG_LEVEL: 'silent',
      ...fleet.env,
      FILMGATE_REDIS_PREFIX: 'demo',
      FILMGATE_DATA_DIR: dataDir,
    },
    { makesKeys: true },
  );
  if (read.kind === 'refused') throw new Error(read.problems.join('\n'));
  let said = '';
  const output = { write: (text: string) => void (said += text) };
  started.push(await start(read, output));
  return { said };
}

async function quickstartIn(folder: string) {
  return quickstartSchema.parse(
    JSON.parse(await readFile(join(folder, 'quickstart.json'), 'utf8')),
  );
}

afterAll(async () => {
  await Promise.all(started.map((running) => running.stop()));
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
}, 60_000);

describe('a second node', () => {
  beforeAll(async () => {
    await fleet.bareNode();
  }, 60_000);

  it.each([
    [
      'another master key',
      { FILMGATE_MASTER_KEY: 'fedcba9876543210'.repeat(4) },
      /FILMGATE_MASTER_KEY is not the key that encrypted this data/,
    ],
    [
      'no master key',
      { FILMGATE_MASTER_KEY: undefined },
      /encrypted with a master key that is neither/,
    ],
  ])('[fleet.mismatch-refused] with %s is refused', async (_name, env, sentence) => {
    const dataDir = await newFolder();
    await expect(fleet.bareNode({ ...env, FILMGATE_DATA_DIR: dataDir })).rejects.toThrow(sentence);
  });

  it('[fleet.mismatch-refused] with another result store is refused, with the same one it is not', async () => {
    const elsewhere = { FILMGATE_DATA_DIR: await newFolder() };
    await expect(fleet.bareNode(elsewhere)).rejects.toThrow(/configured for another result store/);
    await expect(fleet.bareNode()).resolves.toMatchObject({ tasksUrl: /^http/ });
  });
});

describe('the demo data', () => {
  it('[fleet.demo-once] is made once for nodes that start at once, and each prints it', async () => {
    const shared = await newFolder();
    const [first, second] = await Promise.all([startWithDemo(shared), startWithDemo(shared)]);
    const file = await quickstartIn(shared);
    for (const { said } of [first, second]) {
      for (const secret of [file.admin.password, file.service_api_key, file.api_user.key]) {
        expect(said).toContain(secret);
      }
    }
    const [running] = started;
    const { storage } = running?.services.composed.ports ?? {};
    const users = await storage?.apiUsers.list({ after: null, limit: 10 });
    expect(users?.map(({ name }) => name)).toEqual(['demo']);
    const loads = await storage?.accounts.loads();
    expect(loads?.map(({ account }) => account.id)).toEqual(['acc_demo_one', 'acc_demo_two']);
  }, 60_000);

  it('[fleet.demo-once] is found by a node that comes later, which leaves the file of the first alone', async () => {
    const [first] = folders.slice(-1);
    if (first === undefined) throw new Error('no folder');
    const before = await quickstartIn(first);
    const { said } = await startWithDemo(first);
    expect(said).toContain(before.api_user.key);
    expect(said).not.toContain(before.tasks_url);
    expect(await quickstartIn(first)).toEqual(before);
  }, 60_000);
});
