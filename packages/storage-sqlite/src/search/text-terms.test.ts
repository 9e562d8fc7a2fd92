import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText } from './fold-text.ts';
import { promptTerms, searchedBeginning, searchedTerms } from './text-terms.ts';

/** The terms as FTS5 will have them. */
const termsOf = (prompt: string): ReadonlySet<string> =>
  new Set(promptTerms(prompt).split(' ').slice(0, -1));

const trigramsOf = (text: string): readonly string[] =>
  [...termsOf(text)].filter((term) => term.length === 3);

const jointsOf = (text: string): readonly string[] =>
  [...termsOf(text)].filter((term) => term.length === 2);

describe('terms of a prompt', () => {
  it('are characters the tokenizer keeps as they are, whatever the prompt', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (prompt) => {
        for (const term of termsOf(prompt)) expect(term).toMatch(/^[^\0-\u{7f}]{2,3}$/u);
      }),
    );
    for (const half of ['\ud83d', 'a\ude00b', '\0']) {
      for (const term of termsOf(half)) expect(term.isWellFormed()).toBe(true);
    }
  });

  it('begin with each of its characters', () => {
    expect(trigramsOf('')).toEqual([]);
    expect(trigramsOf('abcd')).toHaveLength(4);
    expect(trigramsOf('竖屏')).toEqual(['竖屏\u{fffd}', '屏\u{fffd}\u{fffd}']);
  });

  it('are the same whatever the case', () => {
    expect(promptTerms('Paper BOAT ΟΔΟΣ')).toBe(promptTerms('pAPER boat οδος'));
  });

  it('take a prompt of any length', () => {
    expect(trigramsOf(`${'a'.repeat(200_000)}xyz`)).toHaveLength(6);
  });
});

describe('joints', () => {
  it.each([
    ['paper boat', 1],
    ['a paper boat at dawn', 3],
    ['paper, boat', 1],
    ['paper', 0],
    ['on it', 0],
    ['一个女孩', 1],
    ['一个女孩在海边', 4],
    ['一个女 孩在', 0],
  ])('of %j are %d', (text, count) => {
    expect(jointsOf(text)).toHaveLength(count);
  });

  it('differ where the same words stand beside others', () => {
    const texts = ['paper boat', 'paper lamp', 'amber boat', 'paper-boat'];
    expect(new Set(texts.flatMap(jointsOf)).size).toBe(texts.length);
  });
});

describe('terms a search asks for', () => {
  it('[tasks.list.search] are terms of every prompt that contains the text', () => {
    const word = fc.constantFrom(
      'Boat',
      'dawn',
      'PAPER',
      '竖屏',
      '一个女孩在海边',
      'ΟΔΟΣ',
      'İx',
      '4k',
    );
    const between = fc.constantFrom(' ', ', ', '-', '', '，', '\n', '\0', '\ud83d', '😀');
    const sentence = fc
      .array(fc.tuple(word, between), { maxLength: 6 })
      .map((parts) => parts.flat().join(''));
    const part = fc.oneof(sentence, fc.string({ unit: 'binary', maxLength: 30 }));
    fc.assert(
      fc.property(part, part, part, (before, search, behind) => {
        const prompt = `${before}${search}${behind}`;
        fc.pre(foldText(prompt).includes(foldText(search)));
        const terms = termsOf(prompt);
        const { joints, trigrams } = searchedTerms(search);
        for (const term of [...joints, ...trigrams]) expect(terms).toContain(term);
        const beginning = searchedBeginning(search);
        if (beginning !== null) {
          expect([...terms].some((term) => term.startsWith(beginning))).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['', 0, 0],
    ['ab', 0, 0],
    ['猫', 0, 0],
    ['abc', 0, 1],
    ['Abcdef', 0, 2],
    ['abcdefg', 0, 3],
    ['paper boat', 1, 4],
  ])('of %j are %d joints and %d trigrams', (search, joints, trigrams) => {
    const terms = searchedTerms(search);
    expect([terms.joints.length, terms.trigrams.length]).toEqual([joints, trigrams]);
  });

  it('are a bounded number, from the beginning to the end of a long text', () => {
    const long = Array.from({ length: 5_000 }, (_, index) => `word${index.toString(36)}`);
    const { joints, trigrams } = searchedTerms(long.join(' '));
    expect([joints.length, trigrams.length]).toEqual([8, 4]);
    expect(searchedTerms(long.join('')).trigrams).toHaveLength(12);
    const [first, last] = [trigrams.at(0), trigrams.at(-1)];
    expect([first, last]).toEqual([
      searchedTerms('wor').trigrams[0],
      searchedTerms(long.at(-1)?.slice(-3) ?? '').trigrams[0],
    ]);
  });

  it('begin with a text too short for a trigram', () => {
    expect(searchedBeginning('')).toBeNull();
    expect(searchedBeginning('abc')).toBeNull();
    expect(searchedBeginning('竖')).toBe('竖');
  });
});
