import { createJobFactory } from '@filmgate/conformance';
import { beforeEach, describe, expect, it } from 'vitest';
import { bareState } from '../../test/support/bare-state.ts';
import type { StoreState } from '../store/store-state.ts';
import { BatchLog } from '../write/batch-log.ts';
import { positionsPerEra } from './era-index.ts';
import { indexTerms } from './index-question.ts';
import { IndexWalk } from './index-walk.ts';

const make = createJobFactory();

let state: StoreState;

beforeEach(async () => {
  state = await bareState();
});

function add(position: number, prompt: string): void {
  state.search.add(new BatchLog(), position, { ...make.newJob({ prompt }), state: 'completed' });
}

function find(search: string): readonly number[] {
  const filters = { owner: null, origin: null, states: null, model: null, accountId: null };
  const terms = indexTerms({ ...filters, search });
  const span = { first: 0, end: Number.MAX_SAFE_INTEGER };
  return new IndexWalk({ index: state.search, terms, span, ascending: true }).next().positions;
}

describe('compaction', () => {
  const pieces = (era: number) =>
    state.database.connection
      .prepare(`select count(distinct segid) from job_terms_${era}_idx`)
      .pluck()
      .get();

  it('makes one piece of every era that is over, and only when there is time', () => {
    for (let position = 1; position < 1500; position += 1) {
      add(position, `boat ${position} ${Math.sin(position)}`);
      if (position % 100 === 0) state.search.tidy(1);
    }
    add(positionsPerEra + 1, 'boat');
    expect(pieces(0)).toBeGreaterThan(1);
    expect(state.compaction.nextStep(false)).toBeUndefined();
    let steps = 0;
    for (let step = state.compaction.nextStep(true); step !== undefined; steps += 1) {
      step.command.run(new BatchLog());
      step.committed();
      step = state.compaction.nextStep(true);
    }
    expect([pieces(0), steps > 1]).toEqual([1, true]);
    expect(find('boat 1499')).toContain(1499);
    const noted = state.database.connection.prepare(
      'select era from search_era where compacted = 1',
    );
    expect(noted.pluck().all()).toEqual([0]);
  });

  it('merges what is worth it of an era that is not over, when there is time', () => {
    for (let position = 1; position < 600; position += 1)
      add(position, `boat ${Math.sin(position)}`);
    const untidy = state.search.untidy;
    for (let step = state.compaction.nextStep(true); step !== undefined; ) {
      step.command.run(new BatchLog());
      step.committed();
      step = state.compaction.nextStep(true);
    }
    expect([untidy, state.search.untidy]).toEqual([0, undefined]);
    expect(Number(pieces(0))).toBeLessThan(30);
    state.search.remove(7);
    expect(state.search.untidy).toBe(0);
  });
});
