import { createJobFactory } from '@filmgate/conformance';
import type { Job, JobListQuery } from '@filmgate/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { accept, bareState, bring, list } from '../../test/support/bare-state.ts';
import { everything } from '../../test/support/everything.ts';
import type { StoreState } from '../store/store-state.ts';
import { jobMatcher } from './job-matcher.ts';
import { IndexSource, ListedCheck } from './job-sources.ts';

const jobCount = 100;

/** A state with this many finished jobs, of which some are listed, and a check that records what it was asked. */
async function scene() {
  const state = await bareState();
  const make = createJobFactory();
  for (let index = 0; index < jobCount; index += 1) {
    bring(state, accept(state, make.newJob({ prompt: `boat ${index}` })), 'completed', 'a1');
  }
  list(state, 1);
  const asked: string[] = [];
  const matches = ({ request }: Job) => {
    asked.push(request.prompt);
    return request.prompt.endsWith('5');
  };
  const check = new ListedCheck({ state, matches: { matches, matchesPrompt: () => true } });
  return { state, check, asked };
}

it('checks one after the other until enough match', async () => {
  const { check, asked } = await scene();
  const { found, last } = check.check([1, 2, 6, 7, 16, 17], 2);
  expect([found.map(({ position }) => position), last]).toEqual([[6, 16], 16]);
  expect(asked).toEqual(['boat 0', 'boat 1', 'boat 5', 'boat 6', 'boat 15']);
  expect(check.check([], 2)).toEqual({ found: [], last: undefined });
});

it('does not repeat its last checks', async () => {
  const { check, asked } = await scene();
  const first = check.check([1, 2, 6], 10);
  expect(check.check([2, 6, 7], 10).found).toEqual(first.found);
  expect(asked).toEqual(['boat 0', 'boat 1', 'boat 5', 'boat 6']);
});

it('leaves jobs in memory to other sources, and checks them once they are listed', async () => {
  const { state, check } = await scene();
  const unlisted = jobCount - 4;
  expect(check.check([unlisted], 10)).toEqual({ found: [], last: unlisted });
  for (const { position } of state.unlisted.oldest(jobCount)) {
    state.unlisted.remove(position, {
      undo: () => undefined,
      changed: () => undefined,
      workFound: () => undefined,
    });
  }
  expect(check.check([unlisted], 10).found).toMatchObject([{ position: unlisted }]);
});

const indexedCount = 320;
/** Ends when all others are in the lists. */
const latecomer = 50;
const query: JobListQuery = { ...everything, search: ['boat'] };
const beyondAll = Number.MAX_SAFE_INTEGER;

let state: StoreState;
let source: IndexSource;
let late: Job;

beforeEach(async () => {
  state = await bareState();
  const make = createJobFactory();
  const jobs = Array.from({ length: indexedCount }, () =>
    accept(state, make.newJob({ prompt: 'boat' })),
  );
  const [job] = jobs.splice(latecomer - 1, 1);
  if (job === undefined) throw new Error('no such job');
  late = job;
  for (const one of jobs) bring(state, one, 'completed', 'a1');
  list(state, indexedCount);
  const listing = {
    state,
    matches: jobMatcher(query),
    span: { first: 0, end: beyondAll },
    ascending: false,
    wanted: 1000,
  };
  source = new IndexSource(listing, { kind: 'expression', expression: '"boat"' });
});

function listLatecomer(): void {
  bring(state, late, 'completed', 'a1');
  list(state, indexedCount);
  // This few jobs are only listed together with others.
  while (state.unlisted.at(latecomer) !== undefined) {
    const make = createJobFactory(7);
    for (let index = 0; index < 64; index += 1) {
      bring(state, accept(state, make.newJob({ prompt: 'train' })), 'completed', 'a1');
    }
    list(state, indexedCount);
  }
}

describe('IndexSource', () => {
  it('gives what the index names, a part at a time, to its end', () => {
    const found: number[] = [];
    let looks = 0;
    for (let from: number | null = beyondAll; from !== null; looks += 1) {
      const look = source.look(from);
      found.push(...look.found.map(({ position }) => position));
      from = look.reached;
    }
    const listed = Array.from({ length: indexedCount }, (_, index) => indexedCount - index);
    const expected = listed.filter(
      (one) => one !== latecomer && state.unlisted.at(one) === undefined,
    );
    expect([found, looks > 2]).toEqual([expected, true]);
  });

  it('sees what was listed behind where it had been, when it is asked again', () => {
    const first = source.look(100);
    expect(first.found.some(({ position }) => position === latecomer)).toBe(false);
    expect(first.reached ?? 0).toBeLessThan(latecomer);
    listLatecomer();
    expect(source.look(100).found.map(({ position }) => position)).toContain(latecomer);
  });
});
