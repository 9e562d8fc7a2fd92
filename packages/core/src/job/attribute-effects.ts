import type { JobEffect } from './job-effect.ts';

/**
 * Adds to a change's trail step who made it, if it was not the runner. A step that names someone already stays
 * unchanged.
 */
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
