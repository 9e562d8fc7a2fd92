import { chmod, cp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runFilmgate } from '../end-to-end/command.ts';
import { adminView } from './admin-view.ts';
import { adminPassword } from './crash-harness.ts';
import { CrashScene, settledJobs } from './crash-scene.ts';

const slots = 2;
const long = 'queue=0s,run=900h';
const short = 'queue=0s,run=0s';

async function filesOf(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}

describe('a backup of a gateway that runs', () => {
  let scene: CrashScene;
  let data: Awaited<ReturnType<CrashScene['newData']>>;
  let backup: string;
  let created: { readonly waiting: readonly string[]; readonly done: string };

  const filmgate = (words: readonly string[], directory = data.path) =>
    runFilmgate(words, {
      cwd: directory,
      env: {
        FILMGATE_DATA_DIR: directory,
        FILMGATE_ADMIN_PASSWORD: adminPassword,
        FILMGATE_MOCK_URL: scene.mock.url,
      },
    });
  const accepted = async () => (await scene.mock.ledger('backed up')).accepted;

  beforeAll(async () => {
    scene = await CrashScene.open(slots);
    data = await scene.newData();
    backup = `${data.path}.backup`;
  }, 120_000);
  afterAll(async () => {
    await rm(backup, { recursive: true, force: true });
    await data.dispose();
    await scene.close();
  });

  it('[restore.backup] is made and verified with its progress shown, and a restore meanwhile is refused', async () => {
    const gateway = await scene.start(data.path);
    const create = async (name: string, tokens: string) => {
      const task = {
        prompt: `backed up ${name} [[mock:${tokens}]]`,
        key: name.replaceAll(' ', '-'),
      };
      return (await scene.create(gateway.tasksUrl, task))?.id ?? '';
    };
    const admin = await adminView(gateway.localUrl);
    const done = await create('done', short);
    await settledJobs(admin, 1);
    for (const name of ['running 1', 'running 2']) await create(name, long);
    await expect.poll(accepted).toBe(3);
    created = {
      done,
      waiting: [await create('waiting 1', short), await create('waiting 2', short)],
    };
    const made = await filmgate(['backup', backup]);
    expect(made.code, made.stderr).toBe(0);
    expect(made.stdout).toMatch(
      /Jobs 5 \(2 unsent\), accounts 1, API users \d, results 1, assets 0\./u,
    );
    expect(made.stdout).toContain('Not included: the master key');
    const lines = made.stderr.trim().split('\n');
    expect(lines.map((line): unknown => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ phase: 'results', done: 1, total: 1 }),
    );
    await scene.mock.advance(3_240_000);
    await settledJobs(admin, 5);
    expect(await accepted()).toBe(5);
    expect(await filmgate(['restore', backup])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is in use by process'),
    });
    await gateway.child.stop('SIGTERM');
  }, 120_000);

  it('[restore.backup] holds everything but the master key, in files of its owner alone, and is never written over', async () => {
    const names = (await readdir(backup)).toSorted();
    expect(names).toEqual(['backup.json', 'filmgate.db', 'filmgate.db.requests', 'results']);
    const copy = new DatabaseSync(join(backup, 'filmgate.db'), { readOnly: true });
    expect(copy.prepare('select count(*) as jobs from job').get()).toEqual({ jobs: 5 });
    expect(copy.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
    copy.close();
    const again = await filmgate(['backup', backup]);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('already exists') });
  });

  it('[restore.command] replaces the database, which is kept, and requires an operator before anything is sent', async () => {
    for (const path of await filesOf(backup)) await chmod(path, 0o644);
    await rm(join(data.path, 'results'), { recursive: true });
    const restored = await filmgate(['restore', backup]);
    expect(restored.code, restored.stderr).toBe(0);
    const files = await filesOf(data.path);
    // Names the process that uses the database, and nothing of its content.
    for (const path of files.filter((name) => !name.endsWith('.owner')))
      expect([path, (await stat(path)).mode & 0o777]).toEqual([path, 0o600]);
    expect(restored.stdout).toContain('Restored: jobs 5 (2 unsent)');
    expect(restored.stdout).toContain('filmgate store acknowledge-loss');
    const [kept = ''] = /filmgate\.db\.before-restore-\S+(?=\.)/u.exec(restored.stdout) ?? [];
    const old = new DatabaseSync(join(data.path, kept), { readOnly: true });
    const done = old.prepare(`select count(*) as jobs from job where state = 'completed'`).get();
    expect(done).toEqual({ jobs: 5 });
    old.close();
    const gateway = await scene.start(data.path);
    const ready = await fetch(`${gateway.localUrl}/readyz`);
    expect([ready.status, await ready.text()]).toEqual([
      503,
      expect.stringContaining('store lost changes'),
    ]);
    await gateway.child.stop('SIGTERM');
    expect(await accepted()).toBe(5);
  });

  it('[restore.command][invariants.i1-one-submission] acknowledged in the same command, sent jobs continue and unsent ones wait for a resolution', async () => {
    const restored = await filmgate(['restore', backup, '--acknowledge']);
    expect(restored.code, restored.stderr).toBe(0);
    expect(restored.stdout).toContain('Acknowledged. 2 jobs may have been sent');
    const gateway = await scene.start(data.path);
    const jobs = await settledJobs(await adminView(gateway.localUrl), 5);
    const unknown = jobs.filter(({ state }) => state === 'outcome_unknown').map(({ id }) => id);
    expect(new Set(unknown)).toEqual(new Set(created.waiting));
    expect(jobs.filter(({ state }) => state === 'completed')).toHaveLength(3);
    const { digest, named } = await scene.download(gateway.tasksUrl, created.done);
    expect(digest).toBe(named);
    await gateway.child.stop('SIGTERM');
    expect(await accepted()).toBe(5);
  });

  it('[restore.backup] used directly as a data directory requires an operator, too', async () => {
    const elsewhere = `${data.path}.elsewhere`;
    try {
      await cp(backup, elsewhere, { recursive: true });
      await cp(join(data.path, 'master.key'), join(elsewhere, 'master.key'));
      const gateway = await scene.start(elsewhere);
      expect((await fetch(`${gateway.localUrl}/readyz`)).status).toBe(503);
      await gateway.child.stop('SIGTERM');
      const acknowledged = await filmgate(['store', 'acknowledge-loss'], elsewhere);
      expect(acknowledged.stdout).toContain('Acknowledged. 2 jobs');
    } finally {
      await rm(elsewhere, { recursive: true, force: true });
    }
  });

  it('[restore.command] is refused when it is damaged, or does not match the counts; nothing is touched then', async () => {
    const damaged = `${data.path}.damaged`;
    try {
      await cp(backup, damaged, { recursive: true });
      const note = join(damaged, 'backup.json');
      await writeFile(note, (await readFile(note, 'utf8')).replace('"jobs": 5', '"jobs": 6'));
      const different = await filmgate(['restore', damaged]);
      expect(different).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('does not match the counts'),
      });
      const bytes = await readFile(join(damaged, 'filmgate.db'));
      await writeFile(join(damaged, 'filmgate.db'), bytes.fill(7, 4096, 4096 * 20));
      const refused = await filmgate(['restore', damaged]);
      expect(refused.code).toBe(1);
      expect(refused.stderr).toMatch(/damaged|could not be migrated/u);
      const names = await readdir(data.path);
      // Those of the two restores before.
      expect(names.filter((name) => /before-restore-\S+Z$/u.test(name))).toHaveLength(2);
      expect(names).toContain('filmgate.db');
      expect(names.filter((name) => name.includes('.restoring'))).toEqual([]);
    } finally {
      await rm(damaged, { recursive: true, force: true });
    }
  });
});
