import type { JobEffect } from './job-effect.ts';

/** Notes in every line of the trail who did it, where it was not the runner. What a line itself says of that stays. */
export function signEffects(
  effects: readonly JobEffect[],
  by: 'check' | 'operator',
): readonly JobEffect[] {
  return effects.map((effect) =>
    effect.kind === 'trail'
      ? { ...effect, entry: { ...effect.entry, detail: { by, ...effect.entry.detail } } }
      : effect,
  );
}
