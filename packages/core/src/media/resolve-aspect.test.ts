import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aspectPromptCases } from '../../test/aspect-prompt-cases.ts';
import { aspectRatios } from './aspect-ratio.ts';
import { resolveAspect } from './resolve-aspect.ts';

const aspect = fc.constantFrom(...aspectRatios);
const prompt = fc.oneof(
  fc.constantFrom(...aspectPromptCases.map((row) => row.prompt)),
  fc.string({ unit: 'grapheme' }),
);

describe('resolveAspect', () => {
  it('[tasks.aspect.explicit-wins] always uses the explicit aspect', () => {
    fc.assert(
      fc.property(
        aspect,
        fc.option(aspect, { nil: undefined }),
        prompt,
        (explicit, fromSize, text) => {
          expect(resolveAspect({ explicit, fromSize, prompt: text })).toEqual({
            aspectRatio: explicit,
            source: 'explicit',
          });
        },
      ),
    );
  });

  it('[tasks.aspect.size-second] uses the size before any prompt', () => {
    fc.assert(
      fc.property(aspect, prompt, (fromSize, text) => {
        expect(resolveAspect({ fromSize, prompt: text })).toEqual({
          aspectRatio: fromSize,
          source: 'size',
        });
      }),
    );
  });

  it.each(aspectPromptCases)(
    '[tasks.aspect.$rule] resolves "$prompt" to $aspect or the default',
    (row) => {
      expect(resolveAspect({ prompt: row.prompt })).toEqual(
        row.aspect === null
          ? { aspectRatio: '16:9', source: 'default' }
          : { aspectRatio: row.aspect, source: 'prompt' },
      );
    },
  );

  it('[tasks.aspect.default] is 16:9 when the request names no aspect', () => {
    expect(resolveAspect({ prompt: 'a fox' })).toEqual({ aspectRatio: '16:9', source: 'default' });
  });

  it('[tasks.aspect.tokens-unread] does not read a ratio out of any token', () => {
    const inside = fc
      .array(fc.constantFrom('9:16', '1:1', 'run=2s', ',', ' ', '16：9', '\n'))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(inside, (token) => {
        expect(resolveAspect({ prompt: `a fox [[mock:${token}]]` }).source).toBe('default');
        expect(resolveAspect({ prompt: `[[mock:${token}]]9:16[[mock:${token}]]` })).toEqual({
          aspectRatio: '9:16',
          source: 'prompt',
        });
      }),
    );
  });

  it('[tasks.aspect.tokens-unread] reads brackets that are no token', () => {
    expect(resolveAspect({ prompt: '[[mock:run=2s] 9:16' }).aspectRatio).toBe('9:16');
    expect(resolveAspect({ prompt: '[[9:16]]' }).aspectRatio).toBe('9:16');
  });
});
