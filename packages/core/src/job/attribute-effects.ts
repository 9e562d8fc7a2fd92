import type { JobEffect } from './job-effect.ts';

/** Notes in the story of a change who did it, where it was not the runner. What the story itself says of that stays. */
export function attributeEffects(
  effects: readonly JobEffect[],
  by: 'check' | 'operator',
): readonly JobEffect[] {
  return effects.map((effect) =>
    effect.kind === 'trail'
      ? { ...effect, entry: { ...effect.entry, detail: { by, ...effect.entry.detail } } }
      : effect,
  );
}
