/** @module-tag long */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '../../../src/commands/migrate.ts';
import { takeBackStore } from '../../../src/commands/take-back-store.ts';
import { composeGateway, type RunningGateway } from '../../../src/compose.ts';
import { send } from '../../http/response.ts';
import { startGateway } from '../../http/start-gateway.ts';
import { taskOf, tasksClient } from '../../http/tasks-client.ts';
import { RedisProcess } from '../fleet/redis-process.ts';
import { migrateHere, settingsFrom } from './migrate-here.ts';

const count = 4;
let redis: RedisProcess;
let dataDir: string;
let env: Readonly<Record<string, string>>;
let userKey: string;
const running: RunningGateway[] = [];

/** A gateway on SQLite that accepted videos and was stopped before it sent them. */
beforeEach(async () => {
  redis = await RedisProcess.open();
  dataDir = await mkdtemp(join(tmpdir(), 'filmgate-lost-import-'));
  env = {
    FILMGATE_LOCAL_PORT: '0',
    FILMGATE_TASKS_PORT: '0',
    FILMGATE_LOG_LEVEL: 'silent',
    FILMGATE_DATA_DIR: dataDir,
    FILMGATE_MASTER_KEY: '0123456789abcdef'.repeat(4),
    FILMGATE_MOCK_URL: 'http://127.0.0.1:9',
    FILMGATE_STORAGE: 'redis',
    FILMGATE_REDIS_URL: redis.url,
  };
  const { FILMGATE_MASTER_KEY, FILMGATE_MOCK_URL } = env;
  const old = await startGateway({ dataDir, env: { FILMGATE_MASTER_KEY, FILMGATE_MOCK_URL } });
  userKey = old.apiUserKey;
  const client = tasksClient(old.tasksUrl, userKey);
  for (let made = 0; made < count; made += 1)
    taskOf(await client.create({ prompt: `video ${made}`, seconds: 5 }));
  await old.stop();
}, 60_000);

afterEach(async () => {
  await Promise.all(running.splice(0).map((node) => node.stop()));
  await redis.dispose();
  await rm(dataDir, { recursive: true });
}, 60_000);

async function startNode(): Promise<RunningGateway> {
  const node = await composeGateway(settingsFrom(env));
  running.push(node);
  return node;
}

/** Starts Redis with an older file. */
async function goBack(): Promise<void> {
  await redis.kill();
  await redis.restoreCopy();
  await redis.start();
}

/** Interrupted before the first record was copied, or after the last. */
async function interrupt(when: 'before' | 'behind'): Promise<void> {
  const interruption = new AbortController();
  if (when === 'before') interruption.abort();
  const result = await migrate({
    from: 'sqlite',
    to: 'redis',
    settings: settingsFrom(env),
    display: { show: () => interruption.abort(), end: () => undefined },
    interrupted: interruption.signal,
  });
  expect(result.kind).toBe('interrupted');
}

const lostLess = /Redis has \d+ changes, but had acknowledged \d+: saved changes are lost/u;
const lostAll = /Redis has another store, or none, in place of the store that this node knows/u;

it('[migration.witness][redis.amnesia.witness] all of an import lost: the first node that starts is halted, and reports why', async () => {
  await redis.keepCopy();
  expect(await migrateHere(env)).toMatchObject({ kind: 'moved' });
  await goBack();
  const { tasksUrl } = await startNode();
  const ready = await send(`${tasksUrl}/readyz`);
  expect([ready.status, ready.text]).toEqual([503, expect.stringMatching('store lost changes')]);
  expect(await redis.ask('HGET', '{filmgate}:fence', 'halted')).toMatch(lostAll);
  const created = await tasksClient(tasksUrl, userKey).create({ prompt: 'new', seconds: 5 });
  expect(created.status, created.text).toBe(503);
  await expect(migrateHere(env)).rejects.toThrow(lostAll);
}, 60_000);

it('[migration.witness][redis.amnesia.witness] the end of an import lost: no node starts on what is left, and nothing is brought a second time', async () => {
  await interrupt('before');
  await redis.keepCopy();
  expect(await migrateHere(env)).toMatchObject({ kind: 'moved' });
  await goBack();
  await expect(migrateHere(env)).rejects.toThrow(lostLess);
  await expect(startNode()).rejects.toThrow(lostLess);
  expect(await redis.ask('HGET', '{filmgate}:fence', 'halted')).toMatch(lostLess);
}, 60_000);

it('[migration.witness][migration.one-truth] only its last note lost: no node starts before the same command found everything', async () => {
  await interrupt('behind');
  await redis.keepCopy();
  expect(await migrateHere(env)).toMatchObject({ kind: 'moved' });
  await goBack();
  await expect(startNode()).rejects.toThrow(/has not finished moving/u);
  expect(await migrateHere(env)).toMatchObject({ kind: 'moved' });
  const { tasksUrl } = await startNode();
  expect((await send(`${tasksUrl}/readyz`)).status).toBe(200);
}, 60_000);

it('[migration.witness] taken back, the old store may be moved to an emptied Redis', async () => {
  await redis.keepCopy();
  expect(await migrateHere(env)).toMatchObject({ kind: 'moved' });
  const baseline = join(dataDir, 'redis-baseline-filmgate.json');
  expect(existsSync(baseline)).toBe(true);
  expect(await takeBackStore(settingsFrom(env))).toContain(`Taken back. ${count} jobs`);
  expect(existsSync(baseline)).toBe(false);
  await goBack();
  expect(await migrateHere(env)).toMatchObject({ kind: 'moved' });
  const { tasksUrl } = await startNode();
  expect((await send(`${tasksUrl}/readyz`)).status).toBe(200);
}, 60_000);
