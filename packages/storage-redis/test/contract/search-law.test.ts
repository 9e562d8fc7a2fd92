import { createJobFactory } from '@filmgate/conformance';
import {
  type Job,
  type JobListQuery,
  type JobState,
  jobStates,
  type StorageBundle,
  type StoreRecord,
} from '@filmgate/core';
import fc from 'fast-check';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/connection/open-store.ts';
import { createRedisStorage, openRedisImport } from '../../src/index.ts';
import { JobKeys } from '../../src/keys/job-keys.ts';
import { packSignatures } from '../../src/search/pack-signatures.ts';
import { positionsPerBlock } from '../../src/search/signature-block.ts';
import { auditStore } from '../support/audit-store.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';

const now = 1_750_000_000_000;
const prefix = 'law';
/** Two and a half blocks of imported jobs at every other position; then some accepted ones. */
const imported = Math.floor(1.25 * positionsPerBlock);
const accepted = 60;

const owners = ['user:a', 'user:b', 'native'] as const;
const surfaces = ['tasks', 'local', 'luma'] as const;
const models = ['m1', 'm2', 'm3'] as const;
const accounts = ['account-1', 'account-2', null] as const;
const words = [
  'boat',
  'Boot',
  'ÄPFEL',
  'äpfel',
  '竖屏',
  '视频',
  '一只猫',
  '🎬',
  'İstanbul',
  'σας',
  'ΣΑΣ',
  'a',
  'an',
  '100%',
  'x"y\\z',
  'rare',
];

/** Expected contents of the store, in the order of the list. */
interface Known {
  readonly position: number;
  readonly job: Job;
}

let server: RedisServer;
let admin: Redis;
let store: StorageBundle;
let known: readonly Known[];
let pack: () => Promise<void>;
let close: () => Promise<void>;

/** The first block contains only final jobs, so that it can be removed as a whole. */
function stateAt(index: number, state: JobState): JobState {
  if (index >= imported) return 'queued';
  return 2 * index + 1 < positionsPerBlock && state !== 'failed' ? 'completed' : state;
}

/** Arbitrary jobs, equal at each run. */
function someJobs(): readonly Job[] {
  const make = createJobFactory();
  const wish = fc.record({
    state: fc.constantFrom(...jobStates),
    owner: fc.constantFrom(...owners),
    surface: fc.constantFrom(...surfaces),
    model: fc.constantFrom(...models),
    accountId: fc.constantFrom(...accounts),
    prompt: fc.array(fc.constantFrom(...words), { maxLength: 6 }).map((some) => some.join(' ')),
    // Clocks of several nodes: creation does not quite follow acceptance, and instants are shared.
    now: fc.nat({ max: 50 }),
  });
  return fc.sample(wish, { numRuns: imported + accepted, seed: 5 }).map((one, index) => {
    const at = now + 10 * Math.floor(index / 10) + one.now;
    const { state, accountId, ...rest } = { ...one, now: at };
    const job = make.jobIn(stateAt(index, state), rest);
    return job.accountId === null ? job : { ...job, accountId };
  });
}

function recordOf({ position, job }: Known): StoreRecord {
  const acceptedAt = job.createdAt;
  return { kind: 'job', order: position, job, acceptedAt, claim: null, trail: [], dispatches: [] };
}

/** An owner with credits that fit the jobs. */
function ownerRecord(name: string): StoreRecord {
  const sum = (quota: Job['quota']) =>
    known.reduce((total, { job }) => {
      const isOne = job.owner === name && job.quota === quota;
      return isOne ? total + job.price : total;
    }, 0);
  const [used, reserved, held] = [sum('settled'), sum('reserved'), sum('held')];
  return { kind: 'owner', order: 1, name, used, reserved, held, limit: null, linkEpoch: 0 };
}

beforeAll(async () => {
  server = await startRedisServer({ appendfsync: 'everysec' });
  admin = await server.admin();
  const options = { url: server.url, prefix, durability: 'every-second' } as const;
  const jobs = someJobs();
  known = jobs.slice(0, imported).map((job, index) => ({ position: 2 * index + 1, job }));
  const target = await openRedisImport(options);
  await target.write([...known.map(recordOf), ...owners.map(ownerRecord)]);
  await target.close();
  const inner = await openStore(options);
  const { scripts } = inner;
  pack = () => packSignatures({ scripts, keys: new JobKeys(inner.keys) });
  store = await createRedisStorage(options);
  close = async () => {
    await inner.close();
    await store.close();
  };
  for (const job of jobs.slice(imported)) {
    const input = { job, idempotency: null, queueLimit: 1e6, now };
    expect((await store.jobs.acceptJob(input)).kind).toBe('accepted');
    known = [...known, { position: (known.at(-1)?.position ?? 0) + 1, job }];
  }
}, 60_000);

afterAll(async () => {
  await close();
  await server.stop();
});

/** Expected page by the port's description, computed without an index. */
function expectedPage(query: JobListQuery): {
  readonly ids: readonly string[];
  readonly hasMore: boolean;
} {
  const fold = (text: string) => text.toLowerCase().replaceAll('ς', 'σ');
  const { search } = query;
  const isAsked = ({ job }: Known): boolean =>
    (query.owner === null || job.owner === query.owner) &&
    (query.surface === null || job.surface === query.surface) &&
    (query.states === null || query.states.includes(job.state)) &&
    (query.models === null || query.models.includes(job.request.model)) &&
    (query.accountId === null || job.accountId === query.accountId) &&
    (query.createdFrom === null || job.createdAt >= query.createdFrom) &&
    (query.createdUntil === null || job.createdAt < query.createdUntil) &&
    (search === null ||
      (search.length === 1 && job.id === search[0]) ||
      search.every((one) => fold(job.request.prompt).includes(fold(one))));
  const inOrder = (one: Known, other: Known) =>
    one.job.createdAt === other.job.createdAt
      ? one.position - other.position
      : one.job.createdAt - other.job.createdAt;
  const up = known.toSorted(inOrder);
  const all = query.order === 'oldest-first' ? up : up.toReversed();
  const start = query.after === null ? 0 : all.findIndex(({ job }) => job.id === query.after) + 1;
  const ids = all
    .slice(start)
    .filter(isAsked)
    .map(({ job }) => job.id);
  return { ids: ids.slice(0, query.limit), hasMore: ids.length > query.limit };
}

/** A query about existing values, or about similar ones. */
function someQuery(): fc.Arbitrary<JobListQuery> {
  const orNull = <Value>(value: fc.Arbitrary<Value>, freq = 3) =>
    fc.option(value, { nil: null, freq });
  const span = Math.max(...known.map(({ job }) => job.createdAt)) - now;
  const instant = fc.nat({ max: span }).map((ms) => now + ms);
  const job = fc.nat({ max: known.length - 1 }).map((index) => known[index]?.job);
  const word = fc.constantFrom(...words);
  const text = fc.oneof(
    word,
    word.chain((one) => fc.nat({ max: one.length }).map((end) => one.slice(0, end))),
    fc.tuple(word, word).map((pair) => pair.join(' ').toUpperCase()),
    job.map((one) => one?.request.prompt ?? ''),
    job.map((one) => one?.id ?? ''),
    fc.constantFrom('zeppelin', '猫只', 'rare rare rare', 'vt_'),
  );
  return fc
    .record({
      owner: orNull(fc.constantFrom(...owners)),
      surface: orNull(fc.constantFrom(...surfaces), 2),
      states: orNull(fc.subarray([...jobStates]), 2),
      models: orNull(fc.subarray([...models, 'none'], { minLength: 1 }), 2),
      accountId: orNull(fc.constantFrom('account-1', 'account-2', 'none'), 2),
      search: orNull(fc.array(text, { minLength: 1, maxLength: 3 }), 5),
      createdFrom: orNull(instant, 1),
      createdUntil: orNull(instant, 1),
      order: fc.constantFrom('newest-first' as const, 'oldest-first' as const),
      after: orNull(
        job.map((one) => one ?? null),
        2,
      ),
      limit: fc.constantFrom(1, 5, 20, 2000),
    })
    .map(({ after, ...rest }) => {
      const isVisible =
        after !== null &&
        (rest.owner === null || after.owner === rest.owner) &&
        (rest.surface === null || after.surface === rest.surface);
      return { ...rest, after: isVisible ? after.id : null };
    });
}

async function foundIffMatches(): Promise<void> {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(someQuery(), async (query) => {
      const page = await store.reader.list(query);
      if (page.kind !== 'page') throw new Error(page.kind);
      const { ids, hasMore } = expectedPage(query);
      expect({ ids: page.jobs.map(({ id }) => id), hasMore: page.hasMore }).toEqual({
        ids,
        hasMore,
      });
      found += ids.length;
    }),
    { numRuns: 300, seed: 11, endOnFailure: true },
  );
  expect(found).toBeGreaterThan(1000);
}

const blocks = async () => Object.keys(await admin.hgetall(`{${prefix}}:signatures:blocks`)).length;

describe('[redis.lists.found-iff-matches] a job is on a page exactly when it matches, in the order of creation', () => {
  it('of jobs that were imported or accepted, before and after their signatures are packed', async () => {
    await foundIffMatches();
    // Two nodes at once, and searches meanwhile: a row that is packed during a search is found in its block.
    await Promise.all([foundIffMatches(), pack(), pack()]);
    expect(await blocks()).toBe(2);
    expect(await auditStore(admin, prefix)).toEqual([]);
    await foundIffMatches();
  }, 120_000);

  it('once some of them were removed, and with them a whole block', async () => {
    const finals = known.filter(({ job }) => job.state === 'completed' || job.state === 'failed');
    const middle = finals.map(({ job }) => job.updatedAt).toSorted()[Math.floor(finals.length / 2)];
    const gone = await store.jobs.removeFinished({ finishedBefore: middle ?? 0, limit: 1e6, now });
    expect(gone.length).toBeGreaterThan(50);
    const ids = new Set(gone.map(({ id }) => id));
    known = known.filter(({ job }) => !ids.has(job.id));
    expect(await auditStore(admin, prefix)).toEqual([]);
    await foundIffMatches();
    await store.jobs.removeFinished({ finishedBefore: Number.MAX_SAFE_INTEGER, limit: 1e6, now });
    known = known.filter(({ job }) => !finals.some(({ job: { id } }) => id === job.id));
    expect(await blocks()).toBe(1);
    expect(await auditStore(admin, prefix)).toEqual([]);
    await foundIffMatches();
  }, 120_000);
});
