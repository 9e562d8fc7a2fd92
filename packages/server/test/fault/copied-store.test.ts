import { cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFilmgate } from '../end-to-end/command.ts';
import { adminView } from './admin-view.ts';
import { adminPassword, type GatewayProcess } from './crash-harness.ts';
import { CrashScene, settledJobs } from './crash-scene.ts';

/** Longer than any test: it holds its slot until the mock's clock is moved ahead. */
const long = 'queue=0s,run=900h';
const short = 'queue=0s,run=0s';

let scene: CrashScene;
beforeAll(async () => {
  scene = await CrashScene.open(1);
}, 60_000);
afterAll(() => scene.close());

async function command(dataDirectory: string, words: readonly string[]) {
  const env = {
    FILMGATE_DATA_DIR: dataDirectory,
    FILMGATE_ADMIN_PASSWORD: adminPassword,
    FILMGATE_MOCK_URL: scene.mock.url,
  };
  return await startFilmgate(words, { cwd: process.cwd(), env }).ended;
}

async function readiness({ localUrl }: GatewayProcess): Promise<readonly [number, string]> {
  const response = await fetch(`${localUrl}/readyz`);
  return [response.status, await response.text()];
}

const accepted = async (space: string) => (await scene.mock.ledger(space)).accepted;

describe('a copy of the data directory', () => {
  it('[restore.copy][restore.told][restore.move][invariants.i1-one-submission] started beside the original sends nothing and names the command to type; the original, once moved, continues every job', async () => {
    const { path, dispose } = await scene.newData();
    const copy = `${path}-copy`;
    try {
      const before = await scene.start(path);
      const create = (name: string, tokens: string, at = before) =>
        scene.create(at.tasksUrl, { prompt: `copied ${name} [[mock:${tokens}]]`, key: name });
      await create('running', long);
      await expect.poll(() => accepted('copied')).toBe(1);
      for (const name of ['one', 'two', 'three']) await create(name, short);
      await before.child.stop('SIGTERM');
      await cp(path, copy, { recursive: true });

      const original = await scene.start(path);
      const beside = await scene.start(copy);
      expect(await readiness(beside)).toEqual([
        503,
        expect.stringContaining('store moved or copied'),
      ]);
      await expect(create('late', short, beside)).rejects.toThrow(/^503 /u);
      await scene.mock.advance(3_240_000);
      const jobs = await settledJobs(await adminView(original.localUrl), 4);
      expect(jobs.map(({ state }) => state)).toEqual(jobs.map(() => 'completed'));
      expect(await accepted('copied')).toBe(4);
      await beside.child.stop('SIGTERM');
      await original.child.stop('SIGTERM');

      const serving = startFilmgate(['serve'], {
        cwd: process.cwd(),
        env: {
          FILMGATE_DATA_DIR: copy,
          FILMGATE_ADMIN_PASSWORD: adminPassword,
          FILMGATE_LOCAL_PORT: '0',
          FILMGATE_TASKS_PORT: '0',
        },
      });
      await serving.until(
        /a copy, or was moved: the database is in .*filmgate store confirm-move/su,
      );
      await serving.stop();
      await rm(copy, { recursive: true });
      await rename(path, copy);
      expect(await command(copy, ['store', 'confirm-move'])).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^Confirmed\./u),
      });
      const moved = await scene.start(copy);
      expect((await readiness(moved))[0]).toBe(200);
      await create('after', short, moved);
      await settledJobs(await adminView(moved.localUrl), 5);
      await moved.child.stop('SIGTERM');
      expect((await command(copy, ['store', 'confirm-move'])).stdout).toContain(
        'nothing to confirm',
      );
    } finally {
      await rm(copy, { recursive: true, force: true });
      await dispose();
    }
  }, 240_000);
});

describe('the database file deleted under a running gateway', () => {
  it('[restore.gone][invariants.i1-one-submission] is not ready, accepts and sends nothing, and lets the administrator log in and read why; put back, it continues', async () => {
    const { path, dispose } = await scene.newData();
    const file = join(path, 'filmgate.db');
    try {
      const gateway = await scene.start(path);
      const create = (name: string, tokens: string) =>
        scene.create(gateway.tasksUrl, { prompt: `gone ${name} [[mock:${tokens}]]`, key: name });
      await create('running', long);
      await expect.poll(() => accepted('gone')).toBe(1);
      await create('waiting', short);
      await rename(file, `${file}.away`);
      await expect(create('late', short)).rejects.toThrow(/^503 /u);
      expect(await readiness(gateway)).toEqual([
        503,
        expect.stringContaining('database file gone'),
      ]);
      // The slot is free now; no job may take it.
      await scene.mock.advance(3_240_000);
      const admin = await adminView(gateway.localUrl);
      expect(await admin.loss()).toBe('gone');
      expect(await accepted('gone')).toBe(1);
      await rename(`${file}.away`, file);
      await expect.poll(async () => (await readiness(gateway))[0]).toBe(200);
      const jobs = await settledJobs(admin, 2);
      expect(jobs.map(({ state }) => state)).toEqual(['completed', 'completed']);
      expect(await accepted('gone')).toBe(2);
      await gateway.child.stop('SIGTERM');
    } finally {
      await dispose();
    }
  }, 240_000);
});
