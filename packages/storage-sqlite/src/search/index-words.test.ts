import { describe, expect, it } from 'vitest';
import { foldText } from './fold-text.ts';
import { markWord, quoteTerm } from './index-words.ts';

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
  it('is three characters for private use, whatever the value', () => {
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

it('quotes what would mean something to the index', () => {
  expect(quoteTerm('a"b')).toBe('"a""b"');
  expect(quoteTerm('NOT')).toBe('"NOT"');
});
