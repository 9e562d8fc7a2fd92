import { readFileSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startFilmgate } from '../end-to-end/command.ts';
import { adminView } from './admin-view.ts';
import { adminPassword } from './crash-harness.ts';
import { CrashScene, settledJobs } from './crash-scene.ts';

const slots = 2;
/** Longer than any test: such a job holds its slot until the mock's clock is moved ahead. */
const long = 'queue=0s,run=900h';
const short = 'queue=0s,run=0s';

/** Makes a consistent copy of the database of a running gateway. */
function copyDatabase(dataDirectory: string, copy: string): void {
  const connection = new DatabaseSync(join(dataDirectory, 'filmgate.db'), { readOnly: true });
  connection.prepare('vacuum into ?').run(copy);
  connection.close();
}

function commitsOf(file: string): number {
  const connection = new DatabaseSync(file, { readOnly: true });
  const row = connection.prepare('select commits from store').get();
  connection.close();
  return Number(row?.['commits']);
}

/** Number of commits in the baseline of a data directory. */
function commitsNoted(dataDirectory: string): number {
  const text = readFileSync(join(dataDirectory, 'filmgate.baseline.json'), 'utf8');
  return z.object({ commits: z.number() }).parse(JSON.parse(text)).commits;
}

/** Metrics shown to an administrator who logs in. */
async function metricsOf(localUrl: string): Promise<string> {
  const login = await fetch(`${localUrl}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: adminPassword }),
  });
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return (await fetch(`${localUrl}/metrics`, { headers: { cookie } })).text();
}

/** Replaces the database by a copy, as a person would. */
async function putBack(dataDirectory: string, copy: string): Promise<void> {
  for (const end of ['', '-wal', '-shm'])
    await rm(join(dataDirectory, `filmgate.db${end}`), { force: true });
  await cp(copy, join(dataDirectory, 'filmgate.db'));
}

describe('a copy of the database that replaces the database', () => {
  let scene: CrashScene;

  beforeAll(async () => {
    scene = await CrashScene.open(slots);
  }, 60_000);
  afterAll(() => scene.close());

  async function command(dataDirectory: string, words: readonly string[]): Promise<string> {
    const env = {
      FILMGATE_DATA_DIR: dataDirectory,
      FILMGATE_ADMIN_PASSWORD: adminPassword,
      FILMGATE_MOCK_URL: scene.mock.url,
    };
    const started = startFilmgate(words, { cwd: process.cwd(), env });
    const { code, stdout, stderr } = await started.ended;
    expect([code, stderr]).toEqual([0, '']);
    return stdout;
  }

  it('[restore.noticed][restore.keys][restore.acknowledge][invariants.i1-one-submission][invariants.i3-one-job-per-key] sends nothing again, uses no key again, reports the loss, and resumes after an operator acknowledged it', async () => {
    const { path, dispose } = await scene.newData();
    const copy = `${path}.copy`;
    const named = (name: string, count: number, tokens: string) =>
      Array.from({ length: count }, (_, index) => ({
        prompt: `restored ${name} ${index} [[mock:${tokens}]]`,
        key: `${name}-${index}`,
      }));
    const accepted = async () => (await scene.mock.ledger('restored')).accepted;
    try {
      const before = await scene.start(path);
      const create = (task: { readonly prompt: string; readonly key: string }) =>
        scene.create(before.tasksUrl, task);
      const admin = await adminView(before.localUrl);
      for (const task of named('done', 2, short)) await create(task);
      await settledJobs(admin, 2);
      for (const task of named('running', slots, long)) await create(task);
      await expect.poll(accepted).toBe(4);
      const waiting = await Promise.all(named('waiting', 3, short).map(create));
      copyDatabase(path, copy);
      await scene.mock.advance(3_240_000);
      const later = named('later', 1, short)[0] ?? { prompt: '', key: '' };
      expect(await create(later)).toMatchObject({ status: 202 });
      await settledJobs(admin, 8);
      expect(await accepted()).toBe(8);
      await expect.poll(() => commitsNoted(path)).toBeGreaterThan(commitsOf(copy));
      await before.child.stop('SIGKILL');

      await putBack(path, copy);
      const restored = await scene.start(path);
      const ready = await fetch(`${restored.localUrl}/readyz`);
      expect([ready.status, await ready.text()]).toEqual([
        503,
        expect.stringContaining('store lost changes'),
      ]);
      expect(await metricsOf(restored.localUrl)).toMatch(/^filmgate_store_lost_changes 1$/mu);
      await expect(scene.create(restored.tasksUrl, later)).rejects.toThrow(
        /^503 .*database is older than expected/u,
      );
      expect(await accepted()).toBe(8);
      await restored.child.stop('SIGTERM');

      expect(await command(path, ['store', 'acknowledge-loss'])).toMatch(
        /^Acknowledged\. 3 jobs may have been sent/u,
      );
      const after = await scene.start(path);
      const jobs = await settledJobs(await adminView(after.localUrl), 7);
      const unknown = jobs.filter(({ state }) => state === 'outcome_unknown');
      expect(new Set(unknown.map(({ id }) => id))).toEqual(new Set(waiting.map((one) => one?.id)));
      expect(jobs.filter(({ state }) => state === 'completed')).toHaveLength(4);
      expect(await accepted()).toBe(8);
      await after.child.stop('SIGTERM');
    } finally {
      await rm(copy, { force: true });
      await dispose();
    }
  }, 120_000);

  it.each([
    {
      title: '[restore.searched-first][invariants.i1-one-submission] an operator takes for moved',
      space: 'moved',
      word: ['store', 'confirm-move'],
      says: /^Confirmed\./u,
    },
    {
      title: '[restore.acknowledged-search][restore.copy] an operator acknowledges',
      space: 'acknowledged',
      word: ['store', 'acknowledge-loss'],
      says: /^Acknowledged\. 3 jobs/u,
    },
  ])(
    '$title: put back with its baseline, what was sent since is found at the provider and not sent again',
    {
      tags: 'long',
      timeout: 120_000,
    },
    async ({ space, word, says }) => {
      const { path, dispose } = await scene.newData();
      const whole = `${path}.whole`;
      const accepted = async () => (await scene.mock.ledger(space)).accepted;
      try {
        const before = await scene.start(path);
        const create = (name: string, tokens: string) =>
          scene.create(before.tasksUrl, {
            prompt: `${space} ${name} [[mock:${tokens}]]`,
            key: name,
          });
        for (const name of ['one', 'two']) await create(name, `${long},findable`);
        await expect.poll(accepted).toBe(slots);
        const waiting = await Promise.all(
          ['three', 'four', 'five'].map((name) => create(name, `${short},findable`)),
        );
        await before.child.stop('SIGTERM');
        await cp(path, whole, { recursive: true });
        const on = await scene.start(path);
        await scene.mock.advance(3_240_000);
        await settledJobs(await adminView(on.localUrl), 5);
        expect(await accepted()).toBe(5);
        await on.child.stop('SIGTERM');

        await rm(path, { recursive: true });
        await cp(whole, path, { recursive: true });
        const asking = await scene.start(path);
        expect((await fetch(`${asking.localUrl}/readyz`)).status).toBe(503);
        await asking.child.stop('SIGTERM');
        expect(await command(path, word)).toMatch(says);
        const restored = await scene.start(path);
        const jobs = await settledJobs(await adminView(restored.localUrl), 5);
        expect(jobs.map(({ state }) => state)).toEqual(jobs.map(() => 'completed'));
        expect(jobs.map(({ id }) => id)).toEqual(
          expect.arrayContaining(waiting.map((one) => one?.id)),
        );
        expect(await accepted()).toBe(5);
        await restored.child.stop('SIGTERM');
      } finally {
        await rm(whole, { recursive: true, force: true });
        await dispose();
      }
    },
  );
});
