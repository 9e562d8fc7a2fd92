import { jobOrigins } from '@filmgate/core';
import { expect, it } from 'vitest';
import { partitionOf, partitionsOf } from './partition.ts';

it('numbers origins and final states as they are stored', () => {
  expect([partitionOf('tasks', 'completed'), partitionOf('tasks', 'failed')]).toEqual([0, 1]);
  expect([partitionOf('native', 'completed'), partitionOf('local', 'failed')]).toEqual([2, 5]);
  expect([partitionOf('workbench', 'completed'), partitionOf('workbench', 'failed')]).toEqual([
    6, 7,
  ]);
});

it('names every partition of an origin and some states', () => {
  expect(partitionsOf('native', ['failed'])).toEqual([3]);
  expect(partitionsOf(null, ['completed'])).toEqual([0, 2, 4, 6]);
  const all = jobOrigins.flatMap((origin) => partitionsOf(origin, ['completed', 'failed']));
  expect(partitionsOf(null, ['completed', 'failed']).toSorted()).toEqual(all.toSorted());
});
