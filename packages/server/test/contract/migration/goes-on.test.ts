import { complete, finish, progress, Scene } from '@filmgate/conformance';
import type { Job, JobState, StorageBundle } from '@filmgate/core';
import { beforeAll, expect, it } from 'vitest';
import { furnish } from './furnish.ts';
import { usePairs } from './stores.ts';

const newPair = usePairs();
let store: StorageBundle;
let scene: Scene;
let jobs: ReadonlyMap<JobState, Job>;

beforeAll(async () => {
  const pair = newPair();
  const source = await pair.sqlite();
  ({ jobs } = await furnish(source));
  await source.close();
  expect(await pair.move()).toMatchObject({ kind: 'equal' });
  store = await pair.redis();
  scene = new Scene(store, 2);
  // Later than every event of the source store.
  scene.later(60_000);
  return () => pair.dispose();
}, 60_000);

function jobIn(state: JobState): Job {
  const job = jobs.get(state);
  if (job === undefined) throw new Error(`no job in ${state}`);
  return job;
}

it('[migration.goes-on] every open job can be claimed at once, and no final one', async () => {
  const claimable = [...(await scene.claimable('start')), ...(await scene.claimable('continue'))];
  const open = [...jobs.values()].filter(
    ({ state }) => state !== 'completed' && state !== 'failed',
  );
  expect(claimable.toSorted()).toEqual(open.map(({ id }) => id).toSorted());
});

it('[migration.goes-on] [invariants.i1-one-submission] a try whose dispatch was recorded before is never recorded again', async () => {
  const claim = await scene.claim(jobIn('dispatching'));
  const again = await store.jobs.recordDispatch(scene.dispatchInput(claim));
  expect(again.kind).toBe('already-recorded');
  await store.jobs.releaseClaim({ claim, dueAt: scene.now, now: scene.now });
});

it('[migration.goes-on] a receipt is the same fact, and contradicts another one', async () => {
  const { id: jobId, correlationId } = jobIn('submitted');
  const sentOn = { accountId: 'account-1', endpoint: 'mock' };
  const receipt = { jobId, correlationId: correlationId ?? '', ...sentOn, now: scene.now };
  const same = await store.jobs.recordReceipt({ ...receipt, handle: '{"version":1,"value":"h"}' });
  expect(same.kind).toBe('repeated');
  const other = await store.jobs.recordReceipt({ ...receipt, handle: '{}' });
  expect(other.kind).toBe('contradicted');
  const { id, correlationId: sentAs } = jobIn('dispatching');
  const taken = { ...receipt, jobId: id, correlationId: sentAs ?? '' };
  const stolen = await store.jobs.recordReceipt({ ...taken, handle: '{"value":"h","version":1}' });
  expect(stolen).toEqual({ kind: 'handle-taken', heldBy: jobId });
});

it('[migration.goes-on] a job that was submitted before is completed, paid once and releases its slot', async () => {
  const before = await store.apiUsers.usage('user:rich');
  const busy = async () => (await store.accounts.find('account-1'))?.busy ?? -1;
  const slots = await busy();
  let job = jobIn('submitted');
  for (const step of [progress, finish, complete]) job = await scene.step(job, step);
  const after = await store.apiUsers.usage('user:rich');
  expect(after).toMatchObject({
    used: before.used + job.price,
    reserved: before.reserved - job.price,
  });
  expect(await busy()).toBe(slots - 1);
});

it('[migration.goes-on] a queued job is prepared, recorded and sent once; new jobs come behind it', async () => {
  const prepared = await scene.bring(jobIn('queued'), 'dispatching');
  expect(await store.reader.dispatches(prepared.id)).toHaveLength(1);
  const fresh = await scene.accept({ owner: 'user:rich' });
  const listed = await store.reader.changedSince({ owner: null, surface: null, at: 0, limit: 100 });
  expect(listed).toMatchObject({ kind: 'changed' });
  expect((await store.reader.find(fresh.id))?.state).toBe('queued');
});

it('[migration.keys] keys of users are known, also as disabled, and idempotency keys replay', async () => {
  const known = (id: string) =>
    store.apiUsers.authenticate({ keyDigest: `digest of ${id}`, now: scene.now });
  expect(await known('rich')).toEqual({ kind: 'known', id: 'rich' });
  expect(await known('poor')).toEqual({ kind: 'disabled' });
  const accept = (fingerprint: string) =>
    store.jobs.acceptJob({
      job: scene.make.newJob({ owner: 'user:rich', id: 'vt_new', now: scene.now }),
      idempotency: { scope: 'user:rich', key: 'key of failed', fingerprint },
      queueLimit: 1000,
      now: scene.now,
    });
  expect(await accept('1:print')).toEqual({ kind: 'replayed', job: jobIn('failed') });
  expect(await accept('1:other')).toEqual({ kind: 'key-conflict' });
});
