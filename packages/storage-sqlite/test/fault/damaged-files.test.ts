import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createJobFactory } from '@filmgate/conformance';
import { type Job, type StorageBundle, StorageUnavailable } from '@filmgate/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSqliteStorage } from '../../src/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const pageBytes = 4096;
/** Sizes in the log: its head, and the head of each frame (https://sqlite.org/fileformat2.html#walformat). */
const logHeadBytes = 32;
const frameBytes = 24 + pageBytes;

let folder: string;
const file = () => join(folder, 'filmgate.db');
const log = () => `${file()}-wal`;
const open = () => createSqliteStorage({ file: file(), baseline: join(folder, 'baseline') });

beforeEach(() => {
  folder = temporaryFolder();
});

function keyOf(job: Job) {
  return { scope: job.owner, key: job.id, fingerprint: '1:a' };
}

async function accept(store: StorageBundle, count: number, seed: number): Promise<readonly Job[]> {
  const make = createJobFactory(seed);
  const jobs = Array.from({ length: count }, () =>
    make.newJob({ owner: 'user:a', prompt: 'boat '.repeat(200) }),
  );
  for (const job of jobs)
    await store.jobs.acceptJob({
      job,
      idempotency: keyOf(job),
      queueLimit: 1e6,
      now: job.createdAt,
    });
  return jobs;
}

/** Wrong responses of an opened store about a job. Correct are the job, or an error that it cannot be read. */
async function liesAbout(store: StorageBundle, job: Job): Promise<readonly string[]> {
  const ask = async (what: string, find: () => Promise<Job | undefined>) => {
    try {
      return (await find())?.id === job.id ? [] : [`${what} of ${job.id} is told wrong`];
    } catch (error) {
      return error instanceof StorageUnavailable ? [] : [`${what}: ${String(error)}`];
    }
  };
  const { scope, key } = keyOf(job);
  const byId = await ask('id', () => store.reader.find(job.id));
  return [
    ...byId,
    ...(await ask('key', async () => (await store.reader.findByKey({ scope, key }))?.job)),
  ];
}

/** Opens the damaged files: 'refused', 'gone back', or the wrong responses about the jobs. */
async function openDamaged(jobs: readonly Job[]): Promise<string | readonly string[]> {
  let store: StorageBundle;
  try {
    store = await open();
  } catch (error) {
    return error instanceof StorageUnavailable ? 'refused' : String(error);
  }
  try {
    if (store.dataLoss?.lost() !== null && store.dataLoss !== undefined) return 'gone back';
    const lies: string[] = [];
    for (const job of jobs) lies.push(...(await liesAbout(store, job)));
    return lies;
  } finally {
    await store.close();
  }
}

/** The files as left by a kill, and the baseline that belongs to them. */
async function killed(change: (store: StorageBundle) => Promise<void>): Promise<void> {
  const store = await open();
  await change(store);
  for (const name of [file(), log()]) copyFileSync(name, `${name}.kept`);
  await store.close();
  for (const name of [file(), log()]) copyFileSync(`${name}.kept`, name);
}

describe('a database whose log is not its own', () => {
  let jobs: readonly Job[];

  beforeEach(async () => {
    const store = await open();
    await accept(store, 10, 1);
    await store.close();
    await killed(async (bundle) => {
      jobs = await accept(bundle, 10, 2);
    });
  });

  it('[damage.log] opens when the log is whole', async () => {
    expect(await openDamaged(jobs)).toEqual([]);
  });

  it('[damage.log] is noticed when the log was deleted', async () => {
    rmSync(log());
    expect(await openDamaged(jobs)).toBe('gone back');
  });

  it.each([0, 1, 2, 5])(
    '[damage.log] is noticed when frame %i of the log is damaged',
    async (frame) => {
      const bytes = readFileSync(log());
      bytes.fill(
        0x5a,
        logHeadBytes + frame * frameBytes + 100,
        logHeadBytes + frame * frameBytes + 200,
      );
      writeFileSync(log(), bytes);
      expect(await openDamaged(jobs)).toBe('gone back');
    },
  );

  it('[damage.log] is noticed when the head of the log is damaged', async () => {
    const bytes = readFileSync(log());
    bytes.fill(0, 0, logHeadBytes);
    writeFileSync(log(), bytes);
    expect(await openDamaged(jobs)).toBe('gone back');
  });

  it('[damage.log] is noticed when the log is older than the file', async () => {
    const former = readFileSync(log());
    const store = await open();
    jobs = await accept(store, 30, 3);
    await store.close();
    expect(existsSync(log())).toBe(false);
    writeFileSync(log(), former);
    expect(['refused', 'gone back']).toContain(await openDamaged(jobs));
  });
});

describe('a database one of whose pages is damaged', () => {
  it('[damage.page] refuses to open, or reports what it cannot read; it returns nothing wrong', async () => {
    const store = await open();
    const jobs = await accept(store, 40, 1);
    await store.close();
    const sound = readFileSync(file());
    const baseline = readFileSync(join(folder, 'baseline'));
    const outcomes: (readonly [page: number, outcome: string | readonly string[]])[] = [];
    for (let page = 0; page < sound.length / pageBytes; page += 1) {
      const bytes = Buffer.from(sound);
      bytes.fill(0x5a, page * pageBytes, (page + 1) * pageBytes);
      writeFileSync(file(), bytes);
      writeFileSync(join(folder, 'baseline'), baseline);
      for (const end of ['-wal', '-shm']) rmSync(`${file()}${end}`, { force: true });
      outcomes.push([page, await openDamaged(jobs)]);
    }
    expect(
      outcomes.filter(([, outcome]) => typeof outcome !== 'string' && outcome.length > 0),
    ).toEqual([]);
    const refused = outcomes.filter(([, outcome]) => outcome === 'refused');
    expect(refused.length).toBeGreaterThan(10);
  });
});
