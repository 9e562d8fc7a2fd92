import { createJobFactory } from '@filmgate/conformance';
import type { Job } from '@filmgate/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accept, bareState, bring, list } from '../../test/support/bare-state.ts';
import { everything } from '../../test/support/everything.ts';
import { listJobs } from '../list/list-jobs.ts';
import { removeFinished } from '../jobs/sqlite-job-store.ts';
import { loadState } from '../store/load-state.ts';
import type { StoreState } from '../store/store-state.ts';
import type { BackgroundStep } from '../write/batch.ts';
import { BatchLog } from '../write/write-queue.ts';

const prompts = [
  'A paper boat at dawn',
  'a paper lamp at dawn, slowly',
  'the boat of paper',
  '一个女孩在海边奔跑',
  '一个男孩在海边',
  'ΟΔΟΣ 4k',
  '',
] as const;
const searches = [
  'PAPER boat',
  'paper lamp at',
  'boat a',
  '女孩在海边',
  '在海',
  'a',
  '#',
  'οδος 4K',
] as const;

const make = createJobFactory();

/** Runs a step in a transaction, which a kill may interrupt. */
function take({ database }: StoreState, step: BackgroundStep | undefined, isCutOff: boolean): void {
  if (step === undefined) return;
  const log = new BatchLog();
  database.connection.exec('begin');
  step.command.run(log);
  database.connection.exec(isCutOff ? 'rollback' : 'commit');
  if (isCutOff) log.revert();
  else step.committed();
}

/** Puts the index into the state after an upgrade: empty, with listed jobs it does not cover. */
function forgetIndex({ database }: StoreState): void {
  database.connection.exec(`insert into job_search (job_search) values ('delete-all');
    update store set searched_from = coalesce((select max(position) + 1 from finished_order), 0)`);
}

const reopen = ({ database }: StoreState): StoreState =>
  loadState({ database, finishedInMemory: 0 });

interface World {
  state: StoreState;
  readonly jobs: Map<string, Job>;
  readonly open: Job[];
}

type Act =
  | { readonly kind: 'accept' | 'end'; readonly prompts: readonly string[] }
  | { readonly kind: 'list' | 'follow' | 'follow-idle'; readonly isCutOff: boolean }
  | { readonly kind: 'remove'; readonly count: number }
  | { readonly kind: 'reopen' | 'upgrade' };

const somePrompts = fc.array(fc.constantFrom(...prompts), { minLength: 1, maxLength: 70 });
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ kind: fc.constantFrom('accept' as const, 'end' as const), prompts: somePrompts }),
  fc.record({
    kind: fc.constantFrom('list' as const, 'follow' as const, 'follow-idle' as const),
    isCutOff: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('remove' as const), count: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ kind: fc.constantFrom('reopen' as const, 'upgrade' as const) }),
);

function perform(world: World, does: Act): void {
  const { state, jobs, open } = world;
  switch (does.kind) {
    case 'accept':
      for (const prompt of does.prompts) {
        const job = accept(state, make.newJob({ prompt }));
        jobs.set(job.id, job);
        open.push(job);
      }
      return;
    case 'end':
      for (const job of open.splice(0, does.prompts.length)) {
        jobs.set(job.id, bring(state, job, 'completed', 'a1'));
      }
      return;
    case 'list':
      take(state, state.lists.nextStep(true), does.isCutOff);
      return;
    case 'follow':
      take(state, state.indexFollower.nextStep(false), does.isCutOff);
      return;
    case 'follow-idle':
      take(state, state.indexFollower.nextStep(true), does.isCutOff);
      return;
    case 'remove': {
      const input = { finishedBefore: Number.MAX_SAFE_INTEGER, limit: does.count };
      for (const { id } of removeFinished(state, input, new BatchLog())) jobs.delete(id);
      return;
    }
    case 'upgrade':
      forgetIndex(state);
      world.state = reopen(state);
      return;
    case 'reopen':
      world.state = reopen(state);
  }
}

async function expectAllFound({ state, jobs }: World): Promise<void> {
  for (const search of searches) {
    const outcome = await listJobs(state, { ...everything, search: [search], limit: 1000 });
    const found = outcome.kind === 'page' ? outcome.jobs.map(({ id }) => id) : [];
    const expected = [...jobs.values()]
      .filter(({ request }) => request.prompt.toLowerCase().includes(search.toLowerCase()))
      .map(({ id }) => id);
    expect({ search, found: found.toSorted() }).toEqual({ search, found: expected.toSorted() });
  }
}

describe('a store that rebuilds its index', () => {
  it('[tasks.list.search][tasks.list.search-upgrade] finds what a full scan finds, after any steps, interrupted or not', async () => {
    const acts = fc.array(act, { minLength: 1, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(acts, async (given) => {
        const world: World = { state: await bareState(0), jobs: new Map(), open: [] };
        for (const does of given) perform(world, does);
        await expectAllFound(world);
        world.state.database.close();
      }),
      { numRuns: 60 },
    );
  }, 120_000);

  it('covers all there is in the end, the newest first', async () => {
    const state = await bareState(0);
    for (let index = 0; index < 200; index += 1) {
      bring(state, accept(state, make.newJob({ prompt: `boat ${index}` })), 'completed', 'a1');
    }
    list(state, 8);
    forgetIndex(state);
    const again = reopen(state);
    const covered: number[] = [];
    for (let step = again.indexFollower.nextStep(false); step !== undefined; ) {
      covered.push(again.search.from);
      take(again, step, false);
      step = again.indexFollower.nextStep(false);
    }
    expect(covered).toEqual(covered.toSorted((one, other) => other - one));
    expect([covered.length > 2, again.search.from]).toEqual([true, 0]);
    const indexed = again.database.connection.prepare('select count(*) from job_search_docsize');
    expect(indexed.pluck().get()).toBe(200 - again.unlisted.size);
  });

  it('merges pieces when there is time, until nothing is worth it', async () => {
    const state = await bareState(0);
    for (let position = 1; position < 600; position += 1) {
      const job = make.newJob({ prompt: `boat ${Math.sin(position)}` });
      state.search.add(position, { ...job, state: 'completed' });
    }
    const pieces = state.database.connection
      .prepare('select count(distinct segid) from job_search_idx')
      .pluck();
    expect(state.indexFollower.nextStep(false)).toBeUndefined();
    let steps = 0;
    for (let step = state.indexFollower.nextStep(true); step !== undefined; steps += 1) {
      take(state, step, false);
      step = state.indexFollower.nextStep(true);
    }
    expect([Number(pieces.get()) < 30, steps > 1, state.search.isUntidy]).toEqual([
      true,
      true,
      false,
    ]);
    state.search.remove(7);
    expect(state.search.isUntidy).toBe(true);
  });
});
