import { createMemoryStorage, Scene } from '@filmgate/conformance';
import {
  allJobsQuery,
  jobStates,
  type StorageBundle,
  type StoreRecord,
  type TrailStepRecord,
} from '@filmgate/core';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRedisStorage, openRedisImport } from '../../src/index.ts';
import { auditStore } from '../support/audit-store.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';

let server: RedisServer;
let admin: Redis;
let records: readonly StoreRecord[];

beforeAll(async () => {
  server = await startRedisServer({ 'enable-debug-command': 'local' });
  admin = await server.admin();
  records = await someRecords();
});
afterAll(() => server.stop());

/** The records of a store in memory with a job in every state, and everything that belongs to them. */
async function someRecords(): Promise<readonly StoreRecord[]> {
  const bundle = createMemoryStorage();
  const scene = new Scene(bundle);
  const account = await scene.account('account-1');
  for (const state of jobStates) await scene.acceptIn(state, { owner: 'user:rich' });
  const usage = await bundle.apiUsers.usage('user:rich');
  const load = await bundle.accounts.find('account-1');
  return [
    { kind: 'value', order: 1, name: 'canary', value: 'sealed' },
    {
      kind: 'account',
      order: 1,
      account: load?.account ?? account,
      sealedSecret: null,
      probedAt: 5,
    },
    { kind: 'owner', order: 1, name: 'user:rich', ...usage, linkEpoch: 3 },
    ...(await jobRecords(bundle)),
  ];
}

async function jobRecords({ reader }: StorageBundle): Promise<readonly StoreRecord[]> {
  const page = await reader.list({
    ...allJobsQuery,
    owner: null,
    order: 'oldest-first',
    limit: 100,
  });
  if (page.kind !== 'page') throw new Error(page.kind);
  return Promise.all(
    page.jobs.map(async (job, index): Promise<StoreRecord> => {
      const [accepted, ...trail] = await reader.trail(job.id);
      const dispatches = await reader.dispatches(job.id);
      return {
        kind: 'job',
        order: 10 * (index + 1),
        job,
        acceptedAt: accepted?.at ?? 0,
        claim: index % 2 === 0 ? null : { digest: `digest-${index}`, fingerprint: '1:print' },
        trail: trail.map((step) => ({ kind: 'step', ...step })),
        dispatches: dispatches.map((dispatch, refusals) => ({
          ...dispatch,
          refusals,
          requestDigest: 'd1',
          handleClaim: dispatch.handle === null ? null : `claim-${index}`,
        })),
      };
    }),
  );
}

const note = { name: 'migration', text: '{"state":"under-way"}' };

it('[migration.resumable] an imported store does not contradict itself, and a repeat changes nothing', async () => {
  const prefix = 'repeated';
  const target = await openRedisImport({ url: server.url, prefix });
  expect(await target.begin(note)).toEqual({ kind: 'begun' });
  await target.write(records);
  expect(await auditStore(admin, prefix)).toEqual([]);
  const before = await contents(prefix);
  await target.write(records);
  await target.write(records.toReversed());
  expect(await contents(prefix)).toEqual(before);
  expect(await target.view.counts()).toMatchObject({ value: 1, owner: 1, job: jobStates.length });
  await target.close();
});

it('[migration.resumable] a different job under an existing id is a fault', async () => {
  const target = await openRedisImport({ url: server.url, prefix: 'another' });
  await target.write(records);
  const job = records.find((record) => record.kind === 'job');
  if (job === undefined) throw new Error('there is no job');
  const version = job.job.version + 1;
  const other = { ...job, job: { ...job.job, version } };
  await expect(target.write([other])).rejects.toThrow(/is there, and is another/u);
  await target.close();
});

it('[migration.refusals] begins in an empty store alone, and finds what was begun', async () => {
  const prefix = 'begun';
  const [one, other] = await Promise.all([
    openRedisImport({ url: server.url, prefix }),
    openRedisImport({ url: server.url, prefix }),
  ]);
  const outcomes = await Promise.all([one.begin(note), other.begin({ ...note, text: '{}' })]);
  expect(outcomes.filter(({ kind }) => kind === 'begun')).toHaveLength(1);
  expect(outcomes.filter(({ kind }) => kind === 'found')).toHaveLength(1);
  await one.close();
  await other.close();
  const bundle = await createRedisStorage({ url: server.url, prefix: 'used' });
  await new Scene(bundle).user('caller', 1);
  const late = await openRedisImport({ url: server.url, prefix: 'used' });
  expect(await late.begin(note)).toEqual({ kind: 'not-empty' });
  await late.close();
  await bundle.close();
});

it('[migration.resumable] to start over leaves the new note alone, and nothing of a neighbour is touched', async () => {
  const prefix = 'over';
  const neighbour = await openRedisImport({ url: server.url, prefix: 'over-there' });
  await neighbour.write(records);
  const untouched = await contents('over-there');
  const target = await openRedisImport({ url: server.url, prefix });
  await target.begin(note);
  await target.write(records);
  await target.startOver({ ...note, text: '{"again":1}' });
  expect(Object.keys(await contents(prefix))).toEqual([`{${prefix}}:values`]);
  expect(await target.view.values.get(note.name)).toBe('{"again":1}');
  expect(await contents('over-there')).toEqual(untouched);
  await target.write(records);
  expect(await auditStore(admin, prefix)).toEqual([]);
  await target.close();
  await neighbour.close();
});

it('[providers.trail.former] lines of a file of a former release are steps in the store', async () => {
  const target = await openRedisImport({ url: server.url, prefix: 'lines' });
  const former = records.map((record): StoreRecord => {
    if (record.kind !== 'job') return record;
    const lines = record.trail.flatMap((step) => (step.kind === 'step' ? linesOf(step) : [step]));
    return { ...record, trail: lines };
  });
  await target.write(former);
  const jobs = records.flatMap((record) => (record.kind === 'job' ? [record] : []));
  for (const { job, trail } of jobs) {
    const [, ...steps] = await target.view.reader.trail(job.id);
    expect(steps.map((step) => ({ kind: 'step', ...step }))).toEqual(trail);
  }
  expect(jobs.some(({ trail }) => trail.some(({ kind }) => kind === 'step'))).toBe(true);
  await target.close();
});

/** A step as a former release stored it: its money first, one line each. */
function linesOf({
  at,
  what,
  detail,
  money,
}: Extract<TrailStepRecord, { kind: 'step' }>): readonly TrailStepRecord[] {
  return [
    ...money.map(({ ledger, move, amount, accountId = null }): TrailStepRecord => {
      return { kind: 'money', at, ledger, move, amount, accountId };
    }),
    { kind: 'story', at, what, detail },
  ];
}

/** Everything in a store except the keys of its connections, as Redis dumps it. */
async function contents(prefix: string): Promise<Readonly<Record<string, string>>> {
  const names = await admin.keys(`{${prefix}}:*`);
  const kept = names.filter((name) => !/:(?:fence|operation:.*|node:.*)$/u.test(name)).toSorted();
  const dumps = await Promise.all(
    kept.map(async (name) => [name, (await digestOf(name)) ?? ''] as const),
  );
  return Object.fromEntries(dumps);
}

/** By content, whatever the order of writing. */
async function digestOf(name: string): Promise<string> {
  return String(await admin.call('DEBUG', 'DIGEST-VALUE', name));
}
