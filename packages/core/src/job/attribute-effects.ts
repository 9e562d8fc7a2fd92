import type { JobEffect } from './job-effect.ts';

/** Adds who made a change to its trail step, if it was not the runner; a name already there stays. */
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
