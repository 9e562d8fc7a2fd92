import { copyFileSync, cpSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createJobFactory, Scene } from '@filmgate/conformance';
import { acknowledgeLoss, confirmMove, type StorageBundle } from '@filmgate/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSqliteStorage } from '../../src/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let folder: string;
const opened = new Set<StorageBundle>();

const database = (at = folder) => join(at, 'filmgate.db');

/** Opens the store like an embedding program, with its baseline beside the database. */
async function open(at = folder): Promise<StorageBundle> {
  const bundle = await createSqliteStorage({ file: database(at) });
  opened.add(bundle);
  return bundle;
}

async function close(bundle: StorageBundle): Promise<void> {
  opened.delete(bundle);
  await bundle.close();
}

beforeEach(() => {
  folder = join(temporaryFolder(), 'data');
  mkdirSync(folder);
});
afterEach(async () => {
  for (const bundle of opened) await bundle.close();
  opened.clear();
});

const refused = { applied: 'no', reason: 'data-loss' };
const clock = { now: () => 0, monotonicMs: () => 0, sleep: async () => undefined };

function accept(bundle: StorageBundle) {
  const job = createJobFactory(70).newJob();
  return bundle.jobs.acceptJob({ job, idempotency: null, queueLimit: 10, now: job.createdAt });
}

describe('a database that does not lie where it was used', () => {
  it('[restore.copy][embedding.baseline] is treated as a copy at each opening, and does nothing, while the original continues', async () => {
    const original = await open();
    const job = await new Scene(original).accept();
    await close(original);
    const copy = `${folder}-copy`;
    cpSync(folder, copy, { recursive: true });
    expect((await open()).dataLoss?.lost()).toBeNull();
    for (const _ of ['first', 'second']) {
      const bundle = await open(copy);
      expect(bundle.dataLoss?.lost()).toMatchObject({
        kind: 'elsewhere',
        detail: expect.stringContaining(`the database is in ${copy} and was used in ${folder}`),
      });
      await expect(bundle.ping()).rejects.toMatchObject(refused);
      await expect(accept(bundle)).rejects.toMatchObject(refused);
      await expect(bundle.reader.find(job.id)).rejects.toMatchObject(refused);
      await close(bundle);
    }
  });

  it('[restore.copy] is treated as a copy where another file has its name, as after a folder was put back as a whole', async () => {
    const original = await open();
    const job = await new Scene(original).accept();
    await close(original);
    const whole = `${folder}-backup`;
    cpSync(folder, whole, { recursive: true });
    const on = await open();
    await new Scene(on, 2).accept();
    await close(on);
    rmSync(folder, { recursive: true });
    cpSync(whole, folder, { recursive: true });
    const bundle = await open();
    expect(bundle.dataLoss?.lost()).toMatchObject({
      kind: 'elsewhere',
      detail: expect.stringContaining('the file is not the one'),
    });
    expect(await acknowledgeLoss({ storage: bundle, clock })).toMatchObject({ unknownJobs: 1 });
    expect((await bundle.reader.find(job.id))?.state).toBe('outcome_unknown');
  });

  it('[restore.move] continues every job once an operator confirms that it was moved, and is not asked about again', async () => {
    const before = await open();
    const job = await new Scene(before).accept();
    await close(before);
    const moved = `${folder}-moved`;
    renameSync(folder, moved);
    const bundle = await open(moved);
    expect(bundle.dataLoss?.lost()?.kind).toBe('elsewhere');
    const heard: unknown[] = [];
    bundle.dataLoss?.onChange((loss) => heard.push(loss));
    expect(await confirmMove({ storage: bundle })).toEqual({ kind: 'confirmed' });
    expect(heard).toEqual([null]);
    expect(await confirmMove({ storage: bundle })).toEqual({ kind: 'nothing-lost' });
    expect((await bundle.reader.find(job.id))?.state).toBe('queued');
    await close(bundle);
    expect((await open(moved)).dataLoss?.lost()).toBeNull();
  });

  it('[restore.move] that lacks changes is not treated as moved', async () => {
    const before = await open();
    await new Scene(before).accept();
    await close(before);
    copyFileSync(database(), `${database()}.old`);
    const on = await open();
    await new Scene(on, 2).accept();
    await close(on);
    renameSync(`${database()}.old`, database());
    const bundle = await open();
    const lost = expect.objectContaining({ kind: 'went-back' });
    expect(await confirmMove({ storage: bundle })).toEqual({ kind: 'not-moved', lost });
    await expect(bundle.ping()).rejects.toMatchObject(refused);
  });
});

describe('a database whose file is removed while it is in use', () => {
  it.each([
    { what: 'the database is deleted', file: () => database() },
    { what: 'its log is deleted', file: () => `${database()}-wal` },
    { what: 'the database is replaced by a copy', file: () => database(), isReplaced: true },
  ])(
    '[restore.gone] accepts no change and no receipt when $what, and reports it',
    async ({ file, isReplaced = false }) => {
      const bundle = await open();
      const scene = new Scene(bundle);
      await scene.account('account-1');
      const sent = await scene.acceptIn('dispatching');
      const heard: unknown[] = [];
      bundle.dataLoss?.onChange((loss) => heard.push(loss?.kind));
      copyFileSync(file(), `${folder}-copy`);
      rmSync(file());
      if (isReplaced) copyFileSync(`${folder}-copy`, file());
      await expect(accept(bundle)).rejects.toMatchObject(refused);
      await expect(bundle.ping()).rejects.toMatchObject(refused);
      await expect(bundle.values.put('setting', 'new')).rejects.toMatchObject(refused);
      const { id: jobId, correlationId } = sent;
      const submission = { jobId, correlationId: correlationId ?? '', accountId: 'account-1' };
      const receipt = { ...submission, endpoint: 'mock', handle: '{}', now: scene.now };
      await expect(bundle.jobs.recordReceipt(receipt)).rejects.toMatchObject(refused);
      await expect(acknowledgeLoss({ storage: bundle, clock })).rejects.toMatchObject(refused);
      expect(await confirmMove({ storage: bundle })).toMatchObject({ lost: { kind: 'gone' } });
      expect(heard).toEqual(['gone']);
    },
  );

  it('[restore.gone] continues with all its data when the very file is back', async () => {
    const bundle = await open();
    const job = await new Scene(bundle).accept();
    renameSync(folder, `${folder}-away`);
    await expect(accept(bundle)).rejects.toMatchObject(refused);
    renameSync(`${folder}-away`, folder);
    await bundle.ping();
    expect(bundle.dataLoss?.lost()).toBeNull();
    expect((await bundle.reader.find(job.id))?.state).toBe('queued');
    expect((await accept(bundle)).kind).toBe('accepted');
    await close(bundle);
    expect((await open()).dataLoss?.lost()).toBeNull();
  });

  it('[restore.gone] is a loss at the next start', async () => {
    const bundle = await open();
    await new Scene(bundle).accept();
    rmSync(database());
    await close(bundle);
    const again = await open();
    expect(again.dataLoss?.lost()?.kind).toBe('went-back');
    expect(existsSync(database())).toBe(true);
  });
});
