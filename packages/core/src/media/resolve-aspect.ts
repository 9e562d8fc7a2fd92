import type { AspectSource } from '../job/generation-request.ts';
import { aspectFromPrompt } from './aspect-from-prompt.ts';
import type { AspectRatio } from './aspect-ratio.ts';

/** Aspect of a request that states none anywhere [tasks.aspect.default]. */
const defaultAspect: AspectRatio = '16:9';

// Brackets end a token's inside, so that a row of unclosed ones costs no more than its length.
const magicToken = /\[\[mock:[^[\]]*\]\]/g;

/** An aspect and the rule that gave it. */
export interface ResolvedAspect {
  readonly aspectRatio: AspectRatio;
  readonly source: Extract<AspectSource, 'explicit' | 'size' | 'prompt' | 'default'>;
}

/**
 * Decides the aspect in the order explicit [tasks.aspect.explicit-wins], from the size, from the prompt, 16:9. Magic
 * tokens (`[[mock:…]]`) are not read for ratios; each counts as a space.
 */
export function resolveAspect(input: {
  readonly explicit?: AspectRatio | undefined;
  readonly fromSize?: AspectRatio | undefined;
  readonly prompt: string;
}): ResolvedAspect {
  if (input.explicit !== undefined) return { aspectRatio: input.explicit, source: 'explicit' };
  if (input.fromSize !== undefined) return { aspectRatio: input.fromSize, source: 'size' };
  const fromPrompt = aspectFromPrompt(input.prompt.replace(magicToken, ' '));
  return fromPrompt === undefined
    ? { aspectRatio: defaultAspect, source: 'default' }
    : { aspectRatio: fromPrompt, source: 'prompt' };
}
