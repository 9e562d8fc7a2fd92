import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countCodePoints } from './prompt.ts';

describe('countCodePoints', () => {
  it.each([
    ['', 0],
    ['fox', 3],
    ['狐狸', 2],
    ['🎬🎬', 2],
    ['e\u0301', 2],
    ['👨‍👩‍👧', 5],
    ['\ud83c', 1],
    ['\udf00\ud83c', 2],
    ['\ud83c\ud83c\udf00', 2],
  ])('[tasks.prompt.code-points] counts %j as %i', (text, count) => {
    expect(countCodePoints(text)).toBe(count);
  });

  it('[tasks.prompt.code-points] counts what iterating a text yields', () => {
    const units = fc.array(fc.constantFrom('a', '狐', '\ud83c', '\udf00', '🎬'));
    fc.assert(
      fc.property(units, (parts) => {
        const text = parts.join('');
        expect(countCodePoints(text)).toBe(Array.from(text).length);
      }),
    );
  });
});
