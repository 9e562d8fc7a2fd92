import { kling, type ProviderFacts } from '@filmgate/provider-facts';
import { expect, it } from 'vitest';
import { documentedRefusals } from './documented-refusals.ts';

it('an error is a refusal for each code that it stands for, and none if it proves nothing', () => {
  const proves = { kind: 'invalid', scope: 'request' } as const;
  const source = { page: 'another page', read: '2026-11-23' };
  const facts: ProviderFacts = {
    ...kling,
    errors: [
      { code: 'own', status: 400, message: '', proves, source },
      { code: 'any', status: 422, message: '', proves, stands: ['*'] },
      { code: 'many', status: 413, message: '', proves, stands: ['a*', 'b'] },
      { code: 'member', status: 413, message: '', proves, stands: [] },
      { code: 'internal', status: 500, message: '' },
    ],
  };
  const usual = { ...proves, source: kling.source.page, read: kling.source.read };
  expect(documentedRefusals(facts)).toEqual([
    { ...usual, status: 400, code: 'own', source: source.page, read: source.read },
    { ...usual, status: 422, code: null },
    { ...usual, status: 413, code: 'a*' },
    { ...usual, status: 413, code: 'b' },
  ]);
});
