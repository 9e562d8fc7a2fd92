import { z } from 'zod';

/** A limit that a refusal taught about an account, beside its condition. */
export type LearnedLimit =
  /** Maximum concurrent jobs of a model at its provider; one more every ten minutes. `restsUntil`: none before that. */
  | {
      readonly kind: 'cap';
      readonly model: string;
      readonly at: number;
      readonly cap: number;
      readonly restsUntil: number | null;
    }
  /** The account's provider does not make a family by a model; `streak` counts how often that was found again. */
  | {
      readonly kind: 'away';
      readonly family: string;
      readonly model: string;
      readonly at: number;
      readonly until: number;
      readonly streak: number;
    }
  /** The account is exhausted, its balance unknown: from `until` on one job probes it; `streak` counts probe jobs. */
  | {
      readonly kind: 'probe-job';
      readonly at: number;
      readonly until: number;
      readonly streak: number;
    };

/** A family, and the provider's model that makes it. */
export interface Making {
  readonly family: string;
  readonly model: string;
}

/** Maximum jobs of a model that may hold slots of an account at once. */
export interface ModelSlots {
  readonly model: string;
  readonly jobs: number;
}

/** Maximum learned limits of an account; the oldest is dropped first. */
export const maxLearnedLimits = 32;

/** Learned limits as stores keep them and as they are transferred. */
export const learnedLimitSchema: z.ZodType<LearnedLimit> = z.discriminatedUnion('kind', [
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
    kind: z.literal('probe-job'),
    at: z.number(),
    until: z.number(),
    streak: z.int().nonnegative(),
  }),
]);

/** Returns the subject of a learned limit: a later one about the same subject replaces it. */
export function learnedLimitKey(learnedLimit: LearnedLimit): string {
  switch (learnedLimit.kind) {
    case 'cap':
      return `cap\n${learnedLimit.model}`;
    case 'away':
      return awayKey(learnedLimit);
    case 'probe-job':
      return probeJobKey;
  }
}

export function awayKey({ family, model }: Making): string {
  return `away\n${family}\n${model}`;
}

export const probeJobKey = 'probe-job';

/**
 * Adds a learned limit. A cap is never above `inFlight`, the jobs of its model that the account has at that moment, nor
 * below 1; it rests only where it has none.
 */
export function withLearnedLimit(
  learned: readonly LearnedLimit[],
  learnedLimit: LearnedLimit,
  inFlight: (model: string) => number,
): readonly LearnedLimit[] {
  const added =
    learnedLimit.kind === 'cap' ? fitted(learnedLimit, inFlight(learnedLimit.model)) : learnedLimit;
  const others = withoutLearnedLimits(learned, [learnedLimitKey(learnedLimit)]);
  const all = [...others, added].toSorted(byKey);
  if (all.length <= maxLearnedLimits) return Object.freeze(all);
  const [oldest] = all.toSorted((one, other) => one.at - other.at);
  return Object.freeze(all.filter((one) => one !== oldest));
}

/** Drops learned limits by their keys (`learnedLimitKey`); returns the given list if none has one of them. */
export function withoutLearnedLimits(
  learned: readonly LearnedLimit[],
  keys: readonly string[],
): readonly LearnedLimit[] {
  const kept = learned.filter((learnedLimit) => !keys.includes(learnedLimitKey(learnedLimit)));
  return kept.length === learned.length ? learned : Object.freeze(kept);
}

function fitted(
  learnedLimit: Extract<LearnedLimit, { readonly kind: 'cap' }>,
  inFlight: number,
): LearnedLimit {
  const cap = Math.max(1, Math.min(learnedLimit.cap, inFlight));
  return { ...learnedLimit, cap, restsUntil: inFlight > 0 ? null : learnedLimit.restsUntil };
}

function byKey(one: LearnedLimit, other: LearnedLimit): number {
  return learnedLimitKey(one) < learnedLimitKey(other) ? -1 : 1;
}
