import { describe, expect, it } from 'vitest';
import { newAccountBody } from '../features/accounts/account-draft.ts';
import { newApiUserBody } from '../features/api-users/user-bodies.ts';
import { findProblems } from './find-problems.ts';

describe('[console.forms-checked] what is wrong with a form', () => {
  it.each([
    [{ name: ' ' }, { name: { text: 'empty', values: {} } }],
    [{ name: 'x'.repeat(101) }, { name: { text: 'too-long', values: { most: 100 } } }],
    [{ name: 'a', total_limit: 1.5 }, { total_limit: { text: 'not-whole', values: {} } }],
    [{ name: 'a', total_limit: 'x' }, { total_limit: { text: 'not-a-number', values: {} } }],
    [{ name: 'a', total_limit: -1 }, { total_limit: { text: 'too-small', values: { least: 0 } } }],
    [{ name: ' a ', total_limit: null }, {}],
    [{ name: 'a', total_limit: 0 }, {}],
  ])('of an API user: %j', (body, problems) => {
    expect(findProblems(newApiUserBody, body)).toEqual(problems);
  });

  it.each([
    [{ families: [] }, { families: { text: 'none-chosen', values: {} } }],
    [{ concurrency: 0 }, { concurrency: { text: 'too-small', values: { least: 1 } } }],
    [{ concurrency: 1001 }, { concurrency: { text: 'too-large', values: { most: 1000 } } }],
    [{ credits: -1 }, { credits: { text: 'too-small', values: { least: 0 } } }],
    [{ credits: 0.5 }, { credits: { text: 'not-whole', values: {} } }],
    [{ secret: '' }, { secret: { text: 'empty', values: {} } }],
    [{ credits: null, concurrency: 1000, families: ['*'], secret: 's' }, {}],
  ])('of an account: %j', (body, problems) => {
    expect(findProblems(newAccountBody, { label: 'one', ...body })).toEqual(problems);
  });

  it('tells of every field', () => {
    const problems = findProblems(newAccountBody, { label: '', concurrency: 0, families: [''] });
    expect(Object.keys(problems).toSorted()).toEqual(['concurrency', 'families', 'label']);
  });
});
