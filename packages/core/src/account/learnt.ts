import { z } from 'zod';

/** What a refusal taught about an account, beside its condition. */
export type Lesson =
  /** Its provider takes so many jobs of a model at once; one more from every ten minutes on. `restsUntil`: none before that. */
  | {
      readonly kind: 'cap';
      readonly model: string;
      readonly at: number;
      readonly cap: number;
      readonly restsUntil: number | null;
    }
  /** Its provider does not make a family for it by a model; `streak` counts how often that was found again. */
  | {
      readonly kind: 'away';
      readonly family: string;
      readonly model: string;
      readonly at: number;
      readonly until: number;
      readonly streak: number;
    }
  /** It is exhausted and no balance is known: from then on one job finds out; `streak` counts the jobs that were sent to find out. */
  | {
      readonly kind: 'canary';
      readonly at: number;
      readonly until: number;
      readonly streak: number;
    };

/** The provider's model that makes a family. */
export interface Making {
  readonly family: string;
  readonly model: string;
}

/** How many jobs of a model may hold slots of an account at once. */
export interface ModelSlots {
  readonly model: string;
  readonly jobs: number;
}

/** Lessons an account has at most; the oldest goes first. */
export const mostLessons = 32;

/** As stores keep them and as they travel. */
export const lessonSchema: z.ZodType<Lesson> = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('cap'),
    model: z.string(),
    at: z.number(),
    cap: z.int().positive(),
    restsUntil: z.number().nullable(),
  }),
  z.object({
    kind: z.literal('away'),
    family: z.string(),
    model: z.string(),
    at: z.number(),
    until: z.number(),
    streak: z.int().nonnegative(),
  }),
  z.object({
    kind: z.literal('canary'),
    at: z.number(),
    until: z.number(),
    streak: z.int().nonnegative(),
  }),
]);

/** What a lesson is about: a later one about the same takes its place. */
export function lessonKey(lesson: Lesson): string {
  switch (lesson.kind) {
    case 'cap':
      return `cap\n${lesson.model}`;
    case 'away':
      return awayKey(lesson);
    case 'canary':
      return canaryKey;
  }
}

export function awayKey({ family, model }: Making): string {
  return `away\n${family}\n${model}`;
}

export const canaryKey = 'canary';

/**
 * What is known with one more lesson. A cap is never above `inFlight`, the jobs of its model that the account has at that moment, nor
 * below 1; it rests only where it has none.
 */
export function withLesson(
  learnt: readonly Lesson[],
  lesson: Lesson,
  inFlight: (model: string) => number,
): readonly Lesson[] {
  const learned = lesson.kind === 'cap' ? fitted(lesson, inFlight(lesson.model)) : lesson;
  const others = withoutLessons(learnt, [lessonKey(lesson)]);
  const all = [...others, learned].toSorted(byKey);
  if (all.length <= mostLessons) return Object.freeze(all);
  const [oldest] = all.toSorted((one, other) => one.at - other.at);
  return Object.freeze(all.filter((one) => one !== oldest));
}

/** What is known without what is no longer true. */
export function withoutLessons(
  learnt: readonly Lesson[],
  keys: readonly string[],
): readonly Lesson[] {
  const kept = learnt.filter((lesson) => !keys.includes(lessonKey(lesson)));
  return kept.length === learnt.length ? learnt : Object.freeze(kept);
}

function fitted(lesson: Extract<Lesson, { readonly kind: 'cap' }>, inFlight: number): Lesson {
  const cap = Math.max(1, Math.min(lesson.cap, inFlight));
  return { ...lesson, cap, restsUntil: inFlight > 0 ? null : lesson.restsUntil };
}

function byKey(one: Lesson, other: Lesson): number {
  return lessonKey(one) < lessonKey(other) ? -1 : 1;
}
