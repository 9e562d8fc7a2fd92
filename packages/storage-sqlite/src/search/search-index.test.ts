import { createJobFactory } from '@filmgate/conformance';
import type { Job } from '@filmgate/core';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { bareState } from '../../test/support/bare-state.ts';
import type { StoreState } from '../store/store-state.ts';
import { BatchLog } from '../write/batch-log.ts';
import { EraIndex, positionsPerEra } from './era-index.ts';
import { type IndexQuestion, indexTerms } from './index-question.ts';
import { IndexWalk } from './index-walk.ts';

const make = createJobFactory();
const everything = { first: 0, end: Number.MAX_SAFE_INTEGER };
const anything: IndexQuestion = {
  owner: null,
  origin: null,
  states: null,
  model: null,
  accountId: null,
  search: null,
};

let state: StoreState;

beforeEach(async () => {
  state = await bareState();
});

function add(position: number, prompt: string, owner = 'native'): void {
  const job = make.newJob({ prompt, owner });
  state.search.add(new BatchLog(), position, { ...job, state: 'completed' });
}

/** Everything a walk finds, in its order. */
function find(
  question: Partial<IndexQuestion>,
  ascending = true,
  span = everything,
): readonly number[] {
  const terms = indexTerms({ ...anything, ...question });
  const walk = new IndexWalk({ index: state.search, terms, span, ascending });
  const found: number[] = [];
  for (let reached: number | null = 0; reached !== null; ) {
    const step = walk.next();
    found.push(...step.positions);
    reached = step.reached;
  }
  return found;
}

describe('the search index', () => {
  it('finds jobs in every era, in either direction, and within a span', () => {
    const positions = [5, positionsPerEra - 1, positionsPerEra, 3 * positionsPerEra + 7];
    for (const position of positions) add(position, 'a paper boat');
    add(6, 'a train');
    expect(state.search.eras).toEqual([0, 1, 3]);
    expect(find({ search: 'boat' })).toEqual(positions);
    expect(find({ search: 'boat' }, false)).toEqual(positions.toReversed());
    expect(find({ search: 'boat' }, false, { first: 6, end: positionsPerEra + 1 })).toEqual([
      positionsPerEra,
      positionsPerEra - 1,
    ]);
    expect(find({ search: 'plane' })).toEqual([]);
  });

  it('gives all of an era, however many there are', () => {
    const positions = Array.from({ length: 1300 }, (_, index) => index + 1);
    for (const position of positions) add(position, `boat ${position}`, `user:${position % 3}`);
    expect(find({ search: 'boat' })).toEqual(positions);
    expect(find({ search: 'boat' }, false)).toEqual(positions.toReversed());
    expect(find({ owner: 'user:1', search: 'boat' })).toEqual(
      positions.filter((one) => one % 3 === 1),
    );
  });

  it('tells filters apart where many jobs have each of the terms', () => {
    const many = Array.from({ length: 140 }, (_, index) => 3 * index);
    const from = (first: number) => many.map((at) => at + first);
    for (const at of many) {
      add(at + 1, 'boat', 'user:1');
      add(at + 2, 'boat', 'user:2');
      const job = make.newJob({ prompt: 'boat', origin: 'local', model: 'rare' });
      state.search.add(new BatchLog(), at + 3, { ...job, state: 'failed', accountId: 'a1' });
    }
    expect(find({ owner: 'user:2', search: 'boat' })).toEqual(from(2));
    expect(find({ origin: 'local' })).toEqual(from(3));
    expect(find({ states: ['failed'] })).toEqual(from(3));
    expect(find({ states: ['failed', 'completed'] })).toEqual(
      many.flatMap((at) => [at + 1, at + 2, at + 3]),
    );
    expect(
      find({ model: 'rare', accountId: 'a1', states: ['failed'], search: 'oat' }, false),
    ).toEqual(from(3).toReversed());
    expect(find({ owner: 'user:1', model: 'rare' })).toEqual([]);
    expect(find({ model: 'rare', accountId: 'a2' })).toEqual([]);
  });

  it('asks for one term alone where few jobs have it', () => {
    for (let at = 1; at <= 300; at += 1) add(at, at % 10 === 0 ? 'a rare boat' : 'a boat');
    const asked = vi.spyOn(EraIndex.prototype, 'find');
    expect(find({ search: 'boat rare', owner: 'native' })).toEqual([]);
    expect(find({ search: 'rare b' })).toHaveLength(30);
    expect(asked.mock.calls.map(([terms]) => terms.split(' AND ').length)).toEqual([1, 1]);
    asked.mockRestore();
  });

  it('[tasks.list.search] names every job that matches, in order, whatever is asked', () => {
    const words = ['boat', 'dawn', '竖屏', 'oat', 'a b', 'xyz'];
    const owners = ['user:1', 'native', 'user:2'];
    const jobs = Array.from({ length: 1600 }, (_, index) => {
      const isRare = index % 57 === 0;
      const prompt = `${words[index % 5]} ${words[(index * 7) % 4]} ${isRare ? 'xyz' : ''}`;
      const position = index * 500 + 1;
      const owner = isRare ? 'user:2' : (owners[index % 2] ?? 'native');
      add(position, prompt, owner);
      return { position, prompt, owner };
    });
    const question = fc.record({
      search: fc.constantFrom(null, ...words, 'boat dawn', 'boat 竖屏', 'a', 'zq', 'dawn oat x'),
      owner: fc.constantFrom(null, ...owners),
      ascending: fc.boolean(),
      first: fc.integer({ min: 0, max: 800_000 }),
    });
    fc.assert(
      fc.property(question, ({ search, owner, ascending, first }) => {
        const end = first + positionsPerEra;
        const found = find({ search, owner }, ascending, { first, end });
        const up = ascending ? found : found.toReversed();
        expect(up).toEqual([...new Set(up)].toSorted((one, other) => one - other));
        const matching = jobs.filter(
          (job) =>
            job.position >= first &&
            job.position < end &&
            (search === null || job.prompt.includes(search)) &&
            (owner === null || job.owner === owner),
        );
        expect(up).toEqual(expect.arrayContaining(matching.map(({ position }) => position)));
      }),
    );
  });

  it('finds short texts, wherever they stand in a prompt', () => {
    add(1, '竖屏');
    add(2, 'a 竖');
    add(positionsPerEra, 'on 竖屏 go', 'user:2');
    expect(find({ search: '竖' })).toEqual([1, 2, positionsPerEra]);
    expect(find({ search: '竖屏' }, false)).toEqual([positionsPerEra, 1]);
    expect(find({ search: '屏', owner: 'user:2' })).toEqual([positionsPerEra]);
    expect(find({ search: 'GO' })).toEqual([positionsPerEra]);
    expect(find({ search: '屏竖' })).toEqual([]);
  });

  it('leaves a text that begins very many trigrams to who looks at the jobs', () => {
    for (let index = 0; index < 70; index += 1) {
      add(index + 1, `q${String.fromCodePoint(0x4e00 + index)}q x`);
    }
    add(71, 'none of it', 'user:2');
    expect(find({ search: 'x' })).toEqual(Array.from({ length: 70 }, (_, index) => index + 1));
    expect(find({ search: 'q' })).toContain(71);
    expect(find({ search: 'q', owner: 'user:2' })).toEqual([71]);
  });

  it('has another revision after each addition', () => {
    const before = state.search.revision;
    add(1, 'boat');
    expect(state.search.revision).not.toBe(before);
  });

  it('forgets what is removed, and drops eras that lie before every job', () => {
    for (const position of [5, positionsPerEra, 2 * positionsPerEra]) add(position, 'boat');
    state.search.remove(positionsPerEra);
    expect(find({ search: 'boat' })).toEqual([5, 2 * positionsPerEra]);
    state.search.dropBefore(new BatchLog(), 2 * positionsPerEra + 1);
    expect([state.search.eras, find({ search: 'boat' })]).toEqual([[2], [2 * positionsPerEra]]);
    add(6, 'boat again');
    expect(find({ search: 'boat' })).toEqual([6, 2 * positionsPerEra]);
  });

  it('[tasks.list.search-upgrade] has nothing before the position it covers, and once all behind it', () => {
    const job: Job = { ...make.newJob({ prompt: 'boat' }), state: 'completed' };
    state.search.extend(new BatchLog(), 100, []);
    add(50, 'boat');
    add(100, 'boat');
    expect(find({ search: 'boat' })).toEqual([100]);
    const log = new BatchLog();
    state.search.extend(log, 20, [{ position: 50, job }]);
    expect([state.search.from, find({ search: 'boat' })]).toEqual([20, [50, 100]]);
    log.revert();
    expect(state.search.from).toBe(100);
  });

  it('intersects at once what one job in many has', () => {
    for (let at = 0; at < 3000; at += 1) {
      add(at + 1, at % 31 === 1 ? 'boat' : 'lamp', at % 30 === 0 ? 'user:2' : 'native');
    }
    const both = Array.from({ length: 3000 }, (_, at) => at).filter(
      (at) => at % 30 === 0 && at % 31 === 1,
    );
    const asked = vi.spyOn(EraIndex.prototype, 'find');
    expect(find({ owner: 'user:2', search: 'boat' })).toEqual(both.map((at) => at + 1));
    const terms = asked.mock.calls.map(([expression]) => expression.split(' AND ').length);
    expect(terms).toEqual([1, 1, 1, 3]);
    asked.mockRestore();
  });

  it('is as it was when a transaction is taken back', () => {
    const { connection } = state.database;
    add(positionsPerEra, 'boat');
    connection.exec('begin');
    const log = new BatchLog();
    state.search.add(log, 5, { ...make.newJob({ prompt: 'boat' }), state: 'completed' });
    state.search.dropBefore(log, 9 * positionsPerEra);
    expect(state.search.eras).toEqual([]);
    connection.exec('rollback');
    log.revert();
    expect([state.search.eras, find({ search: 'boat' })]).toEqual([[1], [positionsPerEra]]);
    add(5, 'boat');
    expect(find({ search: 'boat' })).toEqual([5, positionsPerEra]);
  });
});
