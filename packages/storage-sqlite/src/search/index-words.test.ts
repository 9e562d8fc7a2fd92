import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldText } from './fold-text.ts';
import { indexText, markWord, quoteTerm, searchedTrigrams } from './index-words.ts';

describe('foldText', () => {
  it.each([
    ['Paper BOAT', 'paper boat'],
    ['ÄPFEL Ω', 'äpfel ω'],
    ['竖屏', '竖屏'],
  ])('%s → %s', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it('does not mind how a Greek word ends', () => {
    expect(foldText('ΟΔΟΣΑ').includes(foldText('ΟΔΟΣ'))).toBe(true);
    expect(foldText('οδός')).toBe(foldText('ΟΔΌΣ'));
  });
});

describe('markWord', () => {
  it('is three characters for private use, one trigram whatever the value', () => {
    for (const value of ['', 'user:1', 'model-with-a-long-name'.repeat(20)]) {
      expect(markWord('owner', value)).toMatch(/^[\u{e000}-\u{f8ff}]{3}$/u);
    }
  });

  it('differs by kind and value', () => {
    const words = ['owner', 'state', 'model', 'account'] as const;
    const all = words.flatMap((kind) =>
      ['a', 'b', 'completed'].map((value) => markWord(kind, value)),
    );
    expect(new Set(all).size).toBe(all.length);
  });
});

describe('searchedTrigrams', () => {
  it.each([
    ['', []],
    ['ab', []],
    ['猫', []],
    ['abc', ['abc']],
    ['Abcdef', ['abc', 'def']],
    ['abcdefg', ['abc', 'def', 'efg']],
    ['😀一只', ['😀一只']],
  ])('of %j are %j', (search, trigrams) => {
    expect(searchedTrigrams(search)).toEqual(trigrams);
  });

  it('asks for a bounded number, however long the text', () => {
    const long = Array.from({ length: 20_000 }, (_, index) => index.toString(36)).join('');
    expect(searchedTrigrams(long).length).toBeLessThan(15);
  });

  it('asks for nothing the index does not have of a prompt that contains the text', () => {
    const text = fc.string({ unit: 'binary', maxLength: 30 });
    const halves = fc.constantFrom('', '\ud83d', '\ude00', '\0', 'Σ', 'İ');
    const part = fc.tuple(text, halves, text).map((parts) => parts.join(''));
    fc.assert(
      fc.property(part, part, part, (before, search, behind) => {
        const prompt = `${before}${search}${behind}`;
        fc.pre(foldText(prompt).includes(foldText(search)));
        const indexed = indexText(prompt);
        for (const trigram of searchedTrigrams(search)) expect(indexed).toContain(trigram);
      }),
    );
  });
});

it('quotes what would mean something to the index', () => {
  expect(quoteTerm('a"b')).toBe('"a""b"');
  expect(quoteTerm('NOT')).toBe('"NOT"');
});
