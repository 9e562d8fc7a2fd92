/** Degrees to which a provider has vouched for its work, each more than the one before. */
export const certainties = ['sent', 'accepted', 'made'] as const;
export type Certainty = (typeof certainties)[number];

/**
 * Statements of a provider against work:
 *
 * - `absent`: nothing was accepted under its name
 * - `failed`: it was accepted, and came to nothing
 * - `denied`: there is no work of that handle
 * - `gone`: its result no longer exists
 */
export const counterWords = ['absent', 'failed', 'denied', 'gone'] as const;
export type CounterWord = (typeof counterWords)[number];

/** A statement against work, repeated in consecutive checks with nothing else between. */
export interface Doubt {
  readonly word: CounterWord;
  /** Its source: a statement of another one starts anew. */
  readonly source: string;
  /** The first and the latest check that count, ms since 1970. */
  readonly since: number;
  readonly latest: number;
  /** Number of checks that count. */
  readonly looks: number;
}

/** One check in which a statement was made. */
export interface CounterLook {
  readonly word: CounterWord;
  readonly source: string;
  readonly at: number;
  /** Minimum time between two checks that count, in ms: closer ones would see the same moment. */
  readonly paceMs: number;
  /** Instant until which the provider promised to keep the result; outranks its statements. Absent = no promise. */
  readonly promisedUntil?: number;
}

/** The highest certainty a statement agrees with: for more certain work it denies what its provider said before. */
const agreesWith: { readonly [W in CounterWord]: Certainty } = {
  absent: 'sent',
  failed: 'accepted',
  denied: 'sent',
  gone: 'accepted',
};

/** Checks required for a statement that agrees with what is known, and for one that contradicts it. */
const agreeing = { looks: 3, overMs: 0 } as const;
const contradicting = { looks: 6, overMs: 3_600_000 } as const;

/** Effect of one more check. */
export type WordVerdict =
  /** Said often enough, and for long enough. */
  | { readonly kind: 'believed'; readonly doubt: Doubt }
  | { readonly kind: 'doubted'; readonly doubt: Doubt }
  /** The check changes nothing: too soon after another one, or before a promised end. */
  | { readonly kind: 'not-counted' };

/**
 * Decides on a statement against work, said once more. One check decides nothing, and no statement outranks a stronger
 * one that was said before, until it has been said for an hour.
 *
 * @param known - how certain the work was before
 */
export function checkWord(before: Doubt | null, look: CounterLook, known: Certainty): WordVerdict {
  if (look.at < (look.promisedUntil ?? 0)) return { kind: 'not-counted' };
  const doubt = doubtAfter(before, look);
  if (doubt === before) return { kind: 'not-counted' };
  return { kind: isBelieved(doubt, known) ? 'believed' : 'doubted', doubt };
}

function doubtAfter(before: Doubt | null, { word, source, at, paceMs }: CounterLook): Doubt {
  if (before === null || before.word !== word || before.source !== source)
    return Object.freeze({ word, source, since: at, latest: at, looks: 1 });
  // The clock was set back meanwhile: pauses are measured from the new time.
  if (at < before.latest)
    return Object.freeze({ ...before, since: Math.min(before.since, at), latest: at });
  if (at - before.latest < paceMs) return before;
  return Object.freeze({ ...before, latest: at, looks: before.looks + 1 });
}

/** Returns true if a statement against work of that certainty is believed. */
export function isBelieved({ word, since, latest, looks }: Doubt, known: Certainty): boolean {
  const contradicts = certainties.indexOf(known) > certainties.indexOf(agreesWith[word]);
  const needed = contradicts ? contradicting : agreeing;
  return looks >= needed.looks && latest - since >= needed.overMs;
}
