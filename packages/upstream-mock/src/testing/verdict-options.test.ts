import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { verdictCodes } from '../verdict/finding.ts';
import { addWishes, verdictQuery, type VerdictOptions } from './verdict-options.ts';

const code = fc.constantFrom(...verdictCodes);
const wishes: fc.Arbitrary<VerdictOptions> = fc.record(
  {
    jobs: fc.nat(9),
    expect: fc.oneof(
      fc.uniqueArray(code),
      fc.dictionary(code, fc.option(fc.nat(9), { nil: undefined })),
    ),
    ignore: fc.uniqueArray(code),
    by: fc.uniqueArray(fc.constantFrom('client', 'provider', 'wire', 'test')),
    strict: fc.boolean(),
    singleTest: fc.boolean(),
  },
  { requiredKeys: [] },
);

describe('addWishes', () => {
  it('[mock.test-api.wishes] changes nothing by no wishes', () => {
    fc.assert(
      fc.property(wishes, (given) => {
        expect(verdictQuery(addWishes(given, {}))).toEqual(verdictQuery(given));
        expect(verdictQuery(addWishes({}, given))).toEqual(verdictQuery(given));
      }),
    );
  });

  it('[mock.test-api.wishes] adds one after the other as it adds their sum', () => {
    fc.assert(
      fc.property(wishes, wishes, wishes, (one, two, three) => {
        const stepwise = addWishes(addWishes(one, two), three);
        expect(stepwise).toEqual(addWishes(one, addWishes(two, three)));
      }),
    );
  });

  it('[mock.test-api.wishes] keeps earlier exceptions, and takes the later of two values', () => {
    const sum = addWishes(
      { jobs: 1, strict: true, expect: ['gave-up', 'lost-film'], ignore: ['paid-twice'] },
      { jobs: 0, expect: { 'lost-film': 2 }, ignore: ['key-reused'], by: ['client', 'wire'] },
    );
    expect(verdictQuery(sum)).toEqual({
      jobs: 0,
      strict: true,
      single_test: true,
      expect: 'gave-up,lost-film:2',
      ignore: 'paid-twice,key-reused',
      by: 'client,wire',
    });
  });
});
