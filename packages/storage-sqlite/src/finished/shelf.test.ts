import { jobOrigins } from '@filmgate/core';
import { expect, it } from 'vitest';
import { shelfOf, shelvesOf } from './shelf.ts';

it('numbers origins and final states as they are stored', () => {
  expect([shelfOf('tasks', 'completed'), shelfOf('tasks', 'failed')]).toEqual([0, 1]);
  expect([shelfOf('native', 'completed'), shelfOf('local', 'failed')]).toEqual([2, 5]);
  expect([shelfOf('workbench', 'completed'), shelfOf('workbench', 'failed')]).toEqual([6, 7]);
});

it('names every shelf jobs of an origin and some states lie on', () => {
  expect(shelvesOf('native', ['failed'])).toEqual([3]);
  expect(shelvesOf(null, ['completed'])).toEqual([0, 2, 4, 6]);
  const all = jobOrigins.flatMap((origin) => shelvesOf(origin, ['completed', 'failed']));
  expect(shelvesOf(null, ['completed', 'failed']).toSorted()).toEqual(all.toSorted());
});
