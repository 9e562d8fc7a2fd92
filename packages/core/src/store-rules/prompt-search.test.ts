import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { promptMatcher, searchedId, searchedWords } from './prompt-search.ts';

const word = fc.string({ unit: fc.constantFrom('a', 'B', 'Σ', 'ς', '猫', '%'), minLength: 1 });

describe('[admin.jobs.words] words of a search', () => {
  it.each([
    ['lighthouse dusk', ['lighthouse', 'dusk']],
    ['  paper\tboat\n', ['paper', 'boat']],
    ['竖屏　一只猫', ['竖屏', '一只猫']],
    ['  ', []],
  ])('of %j are %j', (typed, words) => {
    expect(searchedWords(typed)).toEqual(words);
  });

  it('are found in any order and case, and only all together', () => {
    const matches = promptMatcher(['DUSK', 'lighthouse']);
    expect(matches('A Lighthouse at dusk')).toBe(true);
    expect(matches('A lighthouse at dawn')).toBe(false);
  });

  it('are found in every prompt that contains them, whatever is between', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), fc.string(), fc.nat(), (words, between, by) => {
        const turned = [...words.slice(by % 8), ...words.slice(0, by % 8)];
        expect(promptMatcher(words)(turned.join(between).toUpperCase())).toBe(true);
        const isIn = (one: string) => promptMatcher([one])(turned.join(between));
        expect(promptMatcher([...words, 'zz'])(turned.join(between))).toBe(isIn('zz'));
      }),
    );
  });

  it('may be an id when there is one alone', () => {
    expect([searchedId(['vt_1']), searchedId(['vt_1', 'x']), searchedId([])]).toEqual([
      'vt_1',
      null,
      null,
    ]);
  });
});
