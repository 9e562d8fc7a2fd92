import { createJobFactory } from '@filmgate/conformance';
import type { Job, JobListQuery } from '@filmgate/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { accept, bareState, bring, list } from '../../test/support/bare-state.ts';
import { everything } from '../../test/support/everything.ts';
import { indexTerms } from '../search/index-question.ts';
import type { StoreState } from '../store/store-state.ts';
import { IndexSource } from './index-source.ts';
import { jobMatcher } from './job-matcher.ts';

const jobCount = 320;
/** It ends when all the others are in the lists. */
const latecomer = 50;
const query: JobListQuery = { ...everything, search: 'boat' };
const beyondAll = Number.MAX_SAFE_INTEGER;

let state: StoreState;
let source: IndexSource;
let late: Job;

beforeEach(async () => {
  state = await bareState();
  const make = createJobFactory();
  const jobs = Array.from({ length: jobCount }, () =>
    accept(state, make.newJob({ prompt: 'boat' })),
  );
  const [job] = jobs.splice(latecomer - 1, 1);
  if (job === undefined) throw new Error('no such job');
  late = job;
  for (const one of jobs) bring(state, one, 'completed', 'a1');
  list(state, jobCount);
  source = new IndexSource({
    state,
    terms: indexTerms(query),
    matches: jobMatcher(query),
    span: { first: 0, end: beyondAll },
    ascending: false,
    wanted: 1000,
  });
});

function listLatecomer(): void {
  bring(state, late, 'completed', 'a1');
  list(state, jobCount);
  // So few are listed only together with others.
  while (state.unlisted.at(latecomer) !== undefined) {
    const make = createJobFactory(7);
    for (let index = 0; index < 64; index += 1) {
      bring(state, accept(state, make.newJob({ prompt: 'train' })), 'completed', 'a1');
    }
    list(state, jobCount);
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
    const listed = Array.from({ length: jobCount }, (_, index) => jobCount - index);
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
