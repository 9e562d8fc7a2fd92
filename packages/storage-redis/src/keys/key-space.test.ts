import { describe, expect, it } from 'vitest';
import { KeySpace } from './key-space.ts';

describe('KeySpace', () => {
  it('puts everything under one hash tag', () => {
    const keys = new KeySpace('film.gate-1:a_b');
    for (const key of [
      keys.fence,
      keys.references,
      keys.of('a', 'b'),
      keys.owner('user:}{'),
      keys.node('n'),
      keys.command('o'),
    ])
      expect(key).toMatch(/^\{film\.gate-1:a_b\}:/u);
    expect(keys.of('list', 'queued', 'user:1')).toBe('{film.gate-1:a_b}:list:queued:user:1');
  });

  it.each(['', '{a}', 'a}b', 'a b', 'ä', 'a'.repeat(65)])('refuses the prefix %j', (prefix) => {
    expect(() => new KeySpace(prefix)).toThrow(TypeError);
  });
});
