import { createJobFactory } from '@filmgate/conformance';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Job, JobListQuery, JobState } from '@filmgate/core';
import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { accept, bareState, bring, list } from '../../test/support/bare-state.ts';
import { everything } from '../../test/support/everything.ts';
import type { StoreState } from '../store/store-state.ts';
import { listJobs } from './list-jobs.ts';

const owners = ['user:heavy', 'user:light', 'native'] as const;
const models = ['vidA-8s', 'vidB-8s', 'rare'] as const;
const accounts = ['a1', 'a2'] as const;
const states = [
  'queued',
  'completed',
  'failed',
  'awaiting_configuration',
] as const satisfies JobState[];
const words = ['Boat', 'dawn', '竖屏', 'ÄPFEL', '100%', 'a', '"x"', '猫'] as const;

/** One of the items, chosen by the index. */
const pick = <Item>(items: readonly Item[], index: number): Item | undefined =>
  items[Math.floor((index * 7919) / 13) % items.length];

/** Jobs of every kind: some open, some just finished, most in the lists. */
function fill(state: StoreState, count: number): readonly Job[] {
  const make = createJobFactory();
  const jobs = Array.from({ length: count }, (_, index) => {
    const owner = index % 10 === 0 ? 'user:light' : (pick(owners, index) ?? 'native');
    const model = index % 97 === 0 ? 'rare' : (pick(models.slice(0, 2), index) ?? 'rare');
    const prompt = `${pick(words, index)} ${pick(words, index * 3)} ${index}`;
    // The clock steps back now and then.
    const now = 1_000_000 + index * 10 - (index % 50 === 0 ? 400 : 0);
    const surface = index % 5 === 0 ? 'native' : 'tasks';
    const job = accept(state, make.newJob({ owner, surface, model, prompt, now }));
    const to = index % 20 === 0 ? 'queued' : (pick(states, index) ?? 'queued');
    const done = to === 'queued' ? job : bring(state, job, to, pick(accounts, index) ?? 'a1');
    if (index === 900) list(state, 8);
    return done;
  });
  return jobs;
}

function expected(jobs: readonly Job[], query: JobListQuery): readonly string[] {
  const search = query.search?.map((text) => text.toLowerCase());
  return jobs
    .filter(
      (job) =>
        (query.owner === null || job.owner === query.owner) &&
        (query.surface === null || job.surface === query.surface) &&
        (query.states === null || query.states.includes(job.state)) &&
        (query.models === null || query.models.includes(job.request.model)) &&
        (query.accountId === null || job.accountId === query.accountId) &&
        (query.createdFrom === null || job.createdAt >= query.createdFrom) &&
        (query.createdUntil === null || job.createdAt < query.createdUntil) &&
        (search === undefined ||
          (search.length === 1 && job.id === query.search?.[0]) ||
          search.every((text) => job.request.prompt.toLowerCase().includes(text))),
    )
    .map(({ id }) => id);
}

/** Reads page after page of a query, to the end or until enough jobs were found. */
async function pages(
  state: StoreState,
  query: JobListQuery,
  most = Number.MAX_SAFE_INTEGER,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (let after: string | null = null; ; ) {
    const page = await listJobs(state, { ...query, after });
    if (page.kind !== 'page') throw new Error(page.kind);
    ids.push(...page.jobs.map(({ id }) => id));
    if (!page.hasMore || ids.length >= most) return ids.slice(0, most);
    after = ids.at(-1) ?? null;
  }
}

afterEach(() => void vi.restoreAllMocks());

describe('lists of 1200 jobs, open, just finished and listed', () => {
  let state: StoreState;
  let jobs: readonly Job[] = [];

  /** Counted immediately: the store continues to list ended jobs whenever it is idle. */
  let positions = { listed: 0, unlisted: 0, waiting: 0 };

  beforeAll(async () => {
    state = await bareState();
    jobs = fill(state, 1200);
    const listed = state.database.connection.prepare('select count(*) from finished_job').pluck();
    positions = {
      listed: Number(listed.get()),
      unlisted: state.unlisted.size,
      waiting: state.jobCounts.waiting,
    };
  });

  it('has jobs in each of the sources', () => {
    expect(positions.listed).toBeGreaterThan(100);
    expect(positions.unlisted).toBeGreaterThan(50);
    expect(positions.waiting).toBeGreaterThan(50);
  });

  it('finds by any mix of filters what a full scan finds, page by page', async () => {
    const orNull = <Item>(arbitrary: fc.Arbitrary<Item>) =>
      fc.option(arbitrary, { nil: null, freq: 1 });
    const instant = fc.integer({ min: 999_000, max: 1_013_000 });
    const part = fc.constantFrom(
      'boat',
      'BOAT d',
      '竖',
      '竖屏',
      'äpfel',
      '%',
      '"x" 1',
      '11',
      'none such',
      '',
    );
    const query = fc.record({
      owner: orNull(fc.constantFrom(...owners, 'user:unknown')),
      surface: orNull(fc.constantFrom('tasks' as const, 'native' as const, 'local' as const)),
      states: orNull(fc.subarray<JobState>([...states, 'polling'])),
      models: orNull(fc.subarray([...models, 'none'], { minLength: 1 })),
      accountId: orNull(fc.constantFrom(...accounts, 'none')),
      search: orNull(fc.array(part, { minLength: 1, maxLength: 3 })),
      createdFrom: orNull(instant),
      createdUntil: orNull(instant),
      order: fc.constantFrom('newest-first' as const, 'oldest-first' as const),
      after: fc.constant(null),
      limit: fc.integer({ min: 1, max: 300 }),
    });
    await fc.assert(
      fc.asyncProperty(query, async (wish) => {
        const all = expected(jobs, wish);
        const inOrder = wish.order === 'oldest-first' ? all : all.toReversed();
        const most = 3 * wish.limit;
        expect(await pages(state, wish, most)).toEqual(inOrder.slice(0, most));
      }),
      { numRuns: 300 },
    );
  }, 60_000);

  it('finds a job by its whole id, wherever it is', async () => {
    for (const job of jobs.filter((_, index) => index % 7 === 0)) {
      const query = { ...everything, search: [job.id] };
      expect(await pages(state, query)).toEqual([job.id]);
      expect(await pages(state, { ...query, owner: 'user:unknown' })).toEqual([]);
    }
  });

  it('misses none while jobs move from memory into the lists', async () => {
    const moving = await bareState();
    const all = fill(moving, 1200);
    for (const order of ['newest-first', 'oldest-first'] as const) {
      const query = { ...everything, search: ['none such 1'], order };
      const found = listJobs(moving, { ...everything, search: [' 11'], order, limit: 1000 });
      const missing = listJobs(moving, query);
      for (let turn = 0; turn < 4; turn += 1) {
        await nextTurn();
        list(moving, 2);
      }
      const ids = expected(all, { ...everything, search: [' 11'] });
      const inOrder = order === 'oldest-first' ? ids : ids.toReversed();
      const page = await found;
      expect(page.kind === 'page' && page.jobs.map(({ id }) => id)).toEqual(inOrder);
      expect(await missing).toEqual({ kind: 'page', jobs: [], hasMore: false });
    }
  });

  it('does not know a cursor of another owner or surface', async () => {
    const [job] = jobs;
    const foreign = { ...everything, owner: 'user:unknown', after: job?.id ?? '' };
    expect(await listJobs(state, foreign)).toEqual({ kind: 'cursor-unknown' });
    expect(
      await listJobs(state, { ...everything, surface: 'local', after: job?.id ?? '' }),
    ).toEqual({
      kind: 'cursor-unknown',
    });
    expect(await listJobs(state, { ...everything, after: 'vt_none' })).toEqual({
      kind: 'cursor-unknown',
    });
  });
});

describe('the jobs looked at', () => {
  const count = 1500;
  const others = Array.from({ length: 324 }, (_, index) => `other-${index}`);
  const queries: readonly (readonly [what: string, wish: Partial<JobListQuery>, found: number])[] =
    [
      ['a common word', { search: ['BOAT'] }, 20],
      ['a rare word', { search: ['zephyr'] }, 3],
      [
        'a rare word of an owner, oldest first',
        { search: ['zephyr'], owner: 'user:2', order: 'oldest-first' },
        3,
      ],
      ['a word that no prompt has', { search: ['nowhere'] }, 0],
      ['a phrase of common words that no prompt has', { search: ['amber dragon'] }, 0],
      ['a rare word and a common one', { search: ['boat', 'zephyr'] }, 3],
      ['words of which no prompt has all', { search: ['nowhere', 'boat'] }, 0],
      ['a rare model and many that have no jobs', { models: ['rare', ...others] }, 3],
      ['the same where words have no gaps', { search: ['女孩在海边奔跑'] }, 0],
      ['a short text that no prompt has', { search: ['猫'] }, 0],
      ['a rare short text', { search: ['竖屏'] }, 3],
      ['a rare model', { models: ['rare'] }, 3],
      ['a rare state', { states: ['failed'] }, 3],
      ['a surface without jobs', { surface: 'workbench' }, 0],
      ['filters that exclude each other', { models: ['rare'], states: ['failed'] }, 0],
      ['a short span of time', { createdFrom: 5_000, createdUntil: 5_003 }, 3],
      ['a word in a span of time', { createdUntil: 5_003, search: ['zephyr'] }, 2],
    ];
  let state: StoreState;
  let ids: readonly string[] = [];

  beforeAll(async () => {
    state = await bareState(0);
    const make = createJobFactory();
    ids = Array.from({ length: count }, (_, index) => {
      const isRare = index % 500 === 250;
      const job = make.newJob({
        owner: `user:${index % 4}`,
        model: isRare ? 'rare' : 'vidA-8s',
        prompt: `a boat ${index} ${isRare ? 'Zephyrine 竖屏' : 'xyz'}, amber lantern, paper dragon，女孩在海 海边奔跑`,
        now: 4_000 + index,
      });
      const to = index % 500 === 350 ? 'failed' : 'completed';
      return bring(state, accept(state, job), to, 'a1').id;
    });
    list(state, Math.ceil(count / 32));
  });

  it.each(queries)(
    '[tasks.list.search-few] are few for %s, however many there are',
    async (_what, wish, found) => {
      const prompts = vi.spyOn(state.stored, 'prompt');
      const reads = vi.spyOn(state.stored, 'readHeader');
      const page = await listJobs(state, { ...everything, limit: 20, ...wish });
      const looks = Math.max(prompts.mock.calls.length, reads.mock.calls.length);
      expect([page.kind === 'page' && page.jobs.length, looks < 300]).toEqual([found, true]);
    },
  );

  it('are few for a whole id', async () => {
    const reads = vi.spyOn(state.stored, 'readHeader');
    const page = await listJobs(state, { ...everything, search: [ids[40] ?? ''] });
    expect(page).toMatchObject({ kind: 'page', jobs: [{ id: ids[40] }] });
    expect(reads.mock.calls.length).toBeLessThan(100);
  });
});
