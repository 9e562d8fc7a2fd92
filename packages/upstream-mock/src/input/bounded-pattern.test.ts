import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { isFound, readPattern } from './bounded-pattern.ts';

it.each([
  '(a+)+',
  '(a|b)*',
  '(?:a{2}){3}',
  'a*b*c*',
  'a?a?a?a?a?a?a?a?a?',
  'a|b|c|d|e|f|g|h|i|j',
  '(a)\\1',
  '(?<n>a)\\k<n>',
  '(',
  'x'.repeat(201),
])('[mock.rules.refused] refuses the pattern %s', (text) => {
  expect(readPattern(text)).toEqual({ kind: 'refused', message: expect.any(String) });
});

it.each([
  ['^a k[ij]te$', 'a kite', true],
  ['^a k[ij]te$', 'A kite', false],
  ['\\d+ x \\d+', '240 x 240', true],
  ['kite|boat', 'a boat', true],
  ['[*+?]', 'what?', true],
  ['(?:a kite|a boat) at', 'a boat at sea', true],
])('[mock.rules.when] %s in %s', (text, prompt, found) => {
  const read = readPattern(text);
  expect(read.kind === 'read' && isFound(read.pattern, prompt)).toBe(found);
});

it('[mock.rules.refused] whatever pattern is read takes no second on a long text', () => {
  const part = fc.constantFrom(
    '.',
    'a',
    '\\w',
    '[^b]',
    '*',
    '+',
    '?',
    '{2,}',
    '(',
    ')',
    '|',
    '$',
    '^',
  );
  const text = 'a'.repeat(5_000);
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const read = readPattern(parts.join(''));
      if (read.kind === 'refused') return;
      const begun = performance.now();
      isFound(read.pattern, text);
      expect(performance.now() - begun).toBeLessThan(1_000);
    }),
  );
});
