import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clipText, textSlots, wrapText } from './wrap-text.ts';

const text = fc
  .array(fc.constantFrom('a', 'be', 'longword', ' ', '\n', '\u706f', '\u{1f41a}', ','), {
    maxLength: 60,
  })
  .map((parts) => parts.join(''));
const room = fc.record({ slots: fc.integer({ min: 0, max: 40 }), lines: fc.nat({ max: 12 }) });

describe('wrapText', () => {
  test('never makes a line too wide or a line too many', () => {
    fc.assert(
      fc.property(text, room, (words, space) => {
        const { lines } = wrapText(words, space);
        expect(lines.length).toBeLessThanOrEqual(space.lines);
        for (const line of lines) expect(textSlots(line)).toBeLessThanOrEqual(space.slots);
      }),
    );
  });

  test('keeps every character where it says so and no character is too wide', () => {
    fc.assert(
      fc.property(text, room, (words, space) => {
        fc.pre(space.slots >= 6);
        const { lines, complete } = wrapText(words, space);
        const strip = (kept: string): string => kept.replaceAll(/\s/gu, '');
        const kept = strip(lines.join(''));
        expect(complete ? kept : '').toBe(complete ? strip(words) : '');
        expect(complete || lines.length === space.lines).toBe(true);
      }),
    );
  });

  test('breaks between words', () => {
    expect(wrapText('a lighthouse on a cliff', { slots: 12, lines: 5 })).toEqual({
      lines: ['a lighthouse', 'on a cliff'],
      complete: true,
    });
  });

  test('breaks a word that is wider than a line', () => {
    expect(wrapText('see incomprehensible', { slots: 8, lines: 5 }).lines).toEqual([
      'see',
      'incompre',
      'hensible',
    ]);
  });

  test('ends in an ellipsis when it runs out of lines', () => {
    expect(wrapText('a lighthouse on a cliff', { slots: 12, lines: 1 })).toEqual({
      lines: ['a lighthous\u2026'],
      complete: false,
    });
  });

  test('is quick with a very long prompt', () => {
    const long = '\u706f'.repeat(100_000);
    const { lines, complete } = wrapText(long, { slots: 30, lines: 3 });
    expect(lines.map(textSlots)).toEqual([28, 28, 29]);
    expect(complete).toBe(false);
  });
});

describe('clipText', () => {
  test.for([
    ['seed', 4, 'seed'],
    ['seeds', 4, 'see\u2026'],
    ['\u706f\u5854', 5, '\u706f\u2026'],
    ['\u706f\u5854', 4, '\u2026'],
    ['seed', 0, ''],
    ['', 0, ''],
  ] as const)('of %j in %i slots is %j', ([words, slots, clipped]) => {
    expect(clipText(words, slots)).toBe(clipped);
  });
});
