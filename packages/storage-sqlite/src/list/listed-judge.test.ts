import { createJobFactory } from '@filmgate/conformance';
import type { Job } from '@filmgate/core';
import { expect, it } from 'vitest';
import { accept, bareState, bring, list } from '../../test/support/bare-state.ts';
import { ListedJudge } from './listed-judge.ts';

const jobCount = 100;

/** A state with so many finished jobs, of which some are listed, and a judge that notes what it was asked. */
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
  const judge = new ListedJudge(state, {
    matches,
    matchesPrompt: () => true,
  });
  return { state, judge, asked };
}

it('judges one after the other until enough match', async () => {
  const { judge, asked } = await scene();
  const { found, last } = judge.judge([1, 2, 6, 7, 16, 17], 2);
  expect([found.map(({ position }) => position), last]).toEqual([[6, 16], 16]);
  expect(asked).toEqual(['boat 0', 'boat 1', 'boat 5', 'boat 6', 'boat 15']);
  expect(judge.judge([], 2)).toEqual({ found: [], last: undefined });
});

it('does not judge again what it judged the last time', async () => {
  const { judge, asked } = await scene();
  const first = judge.judge([1, 2, 6], 10);
  expect(judge.judge([2, 6, 7], 10).found).toEqual(first.found);
  expect(asked).toEqual(['boat 0', 'boat 1', 'boat 5', 'boat 6']);
});

it('leaves jobs in memory to others, and judges them once they are listed', async () => {
  const { state, judge } = await scene();
  const unlisted = jobCount - 4;
  expect(judge.judge([unlisted], 10)).toEqual({ found: [], last: unlisted });
  for (const { position } of state.unlisted.oldest(jobCount)) {
    state.unlisted.remove(position, {
      undo: () => undefined,
      changed: () => undefined,
      workFound: () => undefined,
    });
  }
  expect(judge.judge([unlisted], 10).found).toMatchObject([{ position: unlisted }]);
});
