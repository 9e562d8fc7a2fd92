import { createJobFactory } from '@filmgate/conformance';
import type { Job } from '@filmgate/core';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { bareState } from '../../test/support/bare-state.ts';
import type { StoreState } from '../store/store-state.ts';
import { BatchLog } from '../write/write-queue.ts';
import { anyOf, type IndexQuestion, indexTerms } from './search-question.ts';

const make = createJobFactory();
const everywhere = { first: 0, end: Number.MAX_SAFE_INTEGER, limit: 10_000 };
const anything: IndexQuestion = {
  owner: null,
  surface: null,
  states: null,
  models: null,
  accountId: null,
  search: null,
};

let state: StoreState;

beforeEach(async () => {
  state = await bareState();
});

function add(position: number, prompt: string, owner = 'native'): void {
  const job = make.newJob({ prompt, owner });
  state.search.add(position, { ...job, state: 'completed' });
}

/** Every position the index returns, in its order; 'anything' when it has nothing to search by. */
function find(
  question: Partial<IndexQuestion>,
  ascending = true,
  page = everywhere,
): readonly number[] | 'anything' {
  const terms = indexTerms({ ...anything, ...question });
  if (terms.kind === 'anything') return 'anything';
  if (terms.kind === 'expression')
    return state.search.find(terms.expression, { ...page, ascending });
  const trigrams = state.search.trigramsFrom(terms.beginning, Infinity);
  return trigrams.length === 0
    ? []
    : state.search.find(anyOf(trigrams, terms.filters), { ...page, ascending });
}

describe('the search index', () => {
  it('finds jobs in either direction, within a span, as many as wanted', () => {
    for (const position of [5, 9, 12, 300_007]) add(position, 'a paper boat');
    add(6, 'a train');
    expect(find({ search: ['boat'] })).toEqual([5, 9, 12, 300_007]);
    expect(find({ search: ['boat'] }, false)).toEqual([300_007, 12, 9, 5]);
    expect(find({ search: ['boat'] }, false, { first: 6, end: 300_007, limit: 9 })).toEqual([
      12, 9,
    ]);
    expect(find({ search: ['boat'] }, true, { ...everywhere, limit: 2 })).toEqual([5, 9]);
    expect(find({ search: ['plane'] })).toEqual([]);
    expect(state.search.span()).toEqual({ first: 5, end: 300_008 });
  });

  it('distinguishes filters, alone and together', () => {
    add(1, 'boat', 'user:1');
    add(2, 'boat', 'user:2');
    const job = make.newJob({ prompt: 'boat', surface: 'local', model: 'rare' });
    state.search.add(3, { ...job, state: 'failed', accountId: 'a1' });
    expect(find({ owner: 'user:2', search: ['boat'] })).toEqual([2]);
    expect(find({ surface: 'local' })).toEqual([3]);
    expect(find({ states: ['failed'] })).toEqual([3]);
    expect(find({ states: ['failed', 'completed'] })).toEqual([1, 2, 3]);
    const all = { models: ['rare'], accountId: 'a1', states: ['failed'], search: ['oat'] } as const;
    expect(find(all, false)).toEqual([3]);
    expect(find({ owner: 'user:1', models: ['rare'] })).toEqual([]);
    expect(find({})).toBe('anything');
  });

  it('[tasks.list.search-few] names no job for a phrase of common words that no prompt has', () => {
    for (let at = 1; at <= 300; at += 1) add(at, 'amber lantern, paper dragon，女孩在海 海边奔跑');
    expect(find({ search: ['amber dragon'] })).toEqual([]);
    expect(find({ search: ['女孩在海边奔跑'] })).toEqual([]);
    expect(find({ search: ['R DRAGON'] })).toHaveLength(300);
  });

  it('[tasks.list.search] names every job whose prompt contains a text, whatever characters it has', () => {
    const letter = fc.constantFrom(
      'a',
      'B',
      ' ',
      '"',
      '%',
      '\0',
      'Σ',
      'ς',
      'İ',
      '竖',
      '😀',
      '\uffff',
    );
    const prompt = fc.string({ unit: letter, minLength: 1, maxLength: 12 });
    const history = fc.tuple(
      fc.array(prompt, { minLength: 1, maxLength: 20 }),
      fc.nat(),
      fc.nat(11),
      fc.integer({ min: 1, max: 12 }),
    );
    let at = 0;
    fc.assert(
      fc.property(history, ([prompts, which, from, length]) => {
        const first = at + 1;
        // In one transaction, as a store adds them: each transaction writes a piece of the index.
        state.database.connection.exec('begin');
        for (const one of prompts) add((at += 1), one);
        state.database.connection.exec('commit');
        const wanted = which % prompts.length;
        const search = Array.from(prompts[wanted] ?? '')
          .slice(from, from + length)
          .join('');
        const found = find({ search: [search] }, true, { first, end: at + 1, limit: 100 });
        if (found !== 'anything') expect(found).toContain(first + wanted);
      }),
      { numRuns: 300 },
    );
  }, 120_000);

  it('asks both ends of a text that is very long', () => {
    const long = Array.from({ length: 90 }, (_, word) => `w${word}`).join(' ');
    add(1, `see ${long}!`);
    add(2, `see ${long.replace('w89', 'w98')}!`);
    expect(find({ search: [long] })).toEqual([1]);
  });

  it('finds short texts anywhere in a prompt', () => {
    add(1, '竖屏');
    add(2, 'a 竖');
    add(3, 'on 竖屏 go', 'user:2');
    expect(find({ search: ['竖'] })).toEqual([1, 2, 3]);
    expect(find({ search: ['竖屏'] }, false)).toEqual([3, 1]);
    expect(find({ search: ['屏'], owner: 'user:2' })).toEqual([3]);
    expect(find({ search: ['GO'] })).toEqual([3]);
    expect(find({ search: ['屏竖'] })).toEqual([]);
  });

  it('leaves half a character to the comparison with the jobs', () => {
    expect(find({ search: ['boat \ud83d'] })).toBe('anything');
  });

  it('has another revision after each addition, and forgets what is removed', () => {
    const before = state.search.revision;
    add(1, 'boat');
    add(2, 'boat');
    expect(state.search.revision).not.toBe(before);
    state.search.remove(1);
    expect(find({ search: ['boat'] })).toEqual([2]);
  });

  it('[tasks.list.search-upgrade] has nothing before the position it covers, and once all behind it', () => {
    const job: Job = { ...make.newJob({ prompt: 'boat' }), state: 'completed' };
    state.search.extend(new BatchLog(), 100, []);
    add(50, 'boat');
    add(100, 'boat');
    expect(find({ search: ['boat'] })).toEqual([100]);
    const log = new BatchLog();
    state.search.extend(log, 20, [{ position: 50, job }]);
    expect([state.search.from, find({ search: ['boat'] })]).toEqual([20, [50, 100]]);
    log.revert();
    expect(state.search.from).toBe(100);
  });
});
