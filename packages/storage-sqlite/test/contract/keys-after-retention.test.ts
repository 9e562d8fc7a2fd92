import { join } from 'node:path';
import { Scene } from '@filmgate/conformance';
import { type Job, transition } from '@filmgate/core';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { createSqliteStorage } from '../../src/index.ts';
import { auditDatabase } from '../support/audit-database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Number of recent keys from which on the store moves them into its index. */
const runFrom = 16_384;

function keysIndexedTo(file: string): unknown {
  const connection = new Database(file, { readonly: true });
  try {
    return connection.prepare('select keys_indexed_to from store').pluck().get();
  } finally {
    connection.close();
  }
}

/** Ends the job without sending it, and lets retention remove only this job. */
async function endAndRemove(scene: Scene, job: Job): Promise<void> {
  const ended = transition(job, { kind: 'owner-erased' }, scene.now);
  if (ended.kind === 'refused') return expect.fail('a waiting job can be ended');
  const { job: next, effects } = ended;
  await scene.step(job, () => ({ next, effects }));
  const removed = await scene.bundle.jobs.removeFinished({
    finishedBefore: scene.now + 1,
    limit: 10,
    now: scene.now,
  });
  expect(removed.map(({ id }) => id)).toEqual([job.id]);
}

it('[idempotency.known-after-retention] knows a key after retention removed the newest jobs and the store was opened twice', async () => {
  const file = join(temporaryFolder(), 'filmgate.db');
  let scene = new Scene(await createSqliteStorage({ file }));
  const accept = async (key: string) => {
    const job = scene.make.newJob({ id: `job-${key}`, owner: 'native' });
    const idempotency = { scope: 'native', key, fingerprint: '1:a' };
    const { now } = scene;
    return scene.bundle.jobs.acceptJob({ job, idempotency, queueLimit: 1e6, now });
  };
  const reopen = async () => {
    await scene.bundle.close();
    scene = new Scene(await createSqliteStorage({ file }));
  };
  const outcomes = await Promise.all(
    Array.from({ length: runFrom }, (_, number) => accept(`first-${number}`)),
  );
  await expect.poll(() => keysIndexedTo(file)).toBe(runFrom);
  const newest = outcomes.at(-1);
  if (newest?.kind !== 'accepted') return expect.fail('the newest job was not accepted');
  await endAndRemove(scene, newest.job);

  await reopen();
  expect(await accept('second')).toMatchObject({ kind: 'accepted' });
  await reopen();
  expect(await accept('second')).toMatchObject({ kind: 'replayed', job: { id: 'job-second' } });
  await scene.bundle.close();
  expect(auditDatabase(file)).toEqual([]);
});
