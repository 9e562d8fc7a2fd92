import { describe, expect, it } from 'vitest';
import { checkPrompt } from './prompt.ts';

describe('checkPrompt', () => {
  it.each([undefined, null, ''])('finds %j absent', (text) => {
    expect(checkPrompt(text, 20_000)).toEqual({ kind: 'absent' });
  });

  it.each([' ', '\n\t', '\u00a0', '\u3000', '\ufeff', '\u0085', '\u2003\u2028'])(
    '[tasks.prompt.blank] finds %j blank',
    (text) => {
      expect(checkPrompt(text, 20_000)).toEqual({ kind: 'blank' });
    },
  );

  it('[tasks.prompt.length] accepts one up to the limit', () => {
    expect(checkPrompt('a', 20_000)).toEqual({ kind: 'usable' });
    expect(checkPrompt('a'.repeat(20_000), 20_000)).toEqual({ kind: 'usable' });
    expect(checkPrompt('a'.repeat(20_001), 20_000)).toEqual({
      kind: 'too-long',
      codePoints: 20_001,
      limit: 20_000,
    });
  });

  it('[tasks.prompt.code-points] counts an astral character once', () => {
    expect(checkPrompt('🎬'.repeat(20_000), 20_000)).toEqual({ kind: 'usable' });
    expect(checkPrompt('🎬'.repeat(20_001), 20_000).kind).toBe('too-long');
  });

  it('[tasks.prompt.untrimmed] counts surrounding white space', () => {
    expect(checkPrompt(' a ', 2)).toEqual({ kind: 'too-long', codePoints: 3, limit: 2 });
  });
});
