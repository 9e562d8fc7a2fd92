import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryPrompts } from './memory-prompts.ts';

const words = ['Boat', 'dawn', 'ΟΔΟΣ', '竖屏'] as const;
const promptAt = (position: number) => `a ${words[position % words.length]} ${position}`;

describe('MemoryPrompts', () => {
  it('has as candidates the jobs there are with the text, whatever came and went', () => {
    const change = fc.record({
      kind: fc.constantFrom('enter' as const, 'enter' as const, 'leave' as const, 'read' as const),
      position: fc.integer({ min: 1, max: 40 }),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 60 }), (changes) => {
        const prompts = new MemoryPrompts();
        const there = new Set<number>();
        for (const { kind, position } of changes) {
          if (kind === 'read') prompts.prepare(position, promptAt);
          else if (kind === 'leave') {
            prompts.leave(position);
            there.delete(position);
          } else if (!there.has(position)) {
            prompts.enter(position);
            there.add(position);
          }
        }
        expect(prompts.prepare(100, promptAt)).toBe(true);
        for (const word of words) {
          const expected = [...there].filter((one) => promptAt(one).includes(word));
          const inOrder = expected.toSorted((one, other) => one - other);
          expect(prompts.candidates(word.toLowerCase())).toEqual(inOrder);
        }
      }),
    );
  });

  it('reads each prompt once, and no more than so many at a time', () => {
    const prompts = new MemoryPrompts();
    const read: number[] = [];
    const reading = (position: number) => {
      read.push(position);
      return promptAt(position);
    };
    for (let position = 1; position <= 5; position += 1) prompts.enter(position);
    expect(prompts.prepare(3, reading)).toBe(false);
    expect(read).toEqual([1, 2, 3]);
    expect(prompts.prepare(3, reading)).toBe(true);
    expect(prompts.prepare(3, reading)).toBe(true);
    expect(read).toEqual([1, 2, 3, 4, 5]);
  });
});
