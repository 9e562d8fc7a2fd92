import type { JobEffect } from './job-effect.ts';

/** Actors other than the runner: a check that was asked for, an operator, a provider that called back. */
export const stepAuthors = ['check', 'operator', 'notice'] as const;
export type StepAuthor = (typeof stepAuthors)[number];

/** Adds who made a change to its trail step, if it was not the runner; a name already there stays. */
export function attributeEffects(
  effects: readonly JobEffect[],
  by: StepAuthor,
): readonly JobEffect[] {
  return effects.map((effect) =>
    effect.kind === 'trail'
      ? { ...effect, entry: { ...effect.entry, detail: { by, ...effect.entry.detail } } }
      : effect,
  );
}
