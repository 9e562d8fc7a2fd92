/** How much of its work a provider has vouched for, each more than the one before: that it was sent, is accepted, is made. */
export const certainties = ['sent', 'accepted', 'made'] as const;
export type Certainty = (typeof certainties)[number];

/**
 * What a provider can say against work:
 *
 * - `absent`: nothing was accepted under its name
 * - `failed`: it was accepted, and came to nothing
 * - `denied`: there is no such work
 * - `gone`: its result is no more
 */
export const counterWords = ['absent', 'failed', 'denied', 'gone'] as const;
export type CounterWord = (typeof counterWords)[number];

/** A word against work, as it was said in one look after another and nothing else between. */
export interface Doubt {
  readonly word: CounterWord;
  /** Who said it: what another one says begins anew. */
  readonly source: string;
  /** The first and the latest look that count, in ms since 1970. */
  readonly since: number;
  readonly latest: number;
  /** Looks that count. */
  readonly looks: number;
}

/** One look in which a word was said. */
export interface CounterLook {
  readonly word: CounterWord;
  readonly source: string;
  readonly at: number;
  /** A look that comes sooner after the latest one does not count, in ms: both would see the same moment. */
  readonly paceMs: number;
  /** Up to when the provider said that it keeps the result: an end that it promised by time goes before its words. Absent = it did not. */
  readonly promisedUntil?: number;
}

/** The most a word agrees with: of work that is more certain it denies what its provider said before. */
const agreesWith: { readonly [W in CounterWord]: Certainty } = {
  absent: 'sent',
  failed: 'accepted',
  denied: 'sent',
  gone: 'accepted',
};

/** What a word takes that agrees with what is known, and one that contradicts it. */
const agreeing = { looks: 3, overMs: 0 } as const;
const contradicting = { looks: 6, overMs: 3_600_000 } as const;

/** What one more look comes to. */
export type WordVerdict =
  /** It was said often enough, and for long enough. */
  | { readonly kind: 'believed'; readonly doubt: Doubt }
  | { readonly kind: 'doubted'; readonly doubt: Doubt }
  /** The look changes nothing: it came too soon after another one, or before an end that was promised. */
  | { readonly kind: 'not-counted' };

/**
 * What a word against work comes to, said once more. One look decides nothing, and no word outranks a stronger one that was said before,
 * until it has stood for an hour.
 *
 * @param known - how certain the work was before
 */
export function judgeWord(before: Doubt | null, look: CounterLook, known: Certainty): WordVerdict {
  if (look.at < (look.promisedUntil ?? 0)) return { kind: 'not-counted' };
  const doubt = doubtAfter(before, look);
  if (doubt === before) return { kind: 'not-counted' };
  return { kind: isBelieved(doubt, known) ? 'believed' : 'doubted', doubt };
}

function doubtAfter(before: Doubt | null, { word, source, at, paceMs }: CounterLook): Doubt {
  if (before === null || before.word !== word || before.source !== source)
    return Object.freeze({ word, source, since: at, latest: at, looks: 1 });
  // The clock was set back meanwhile: pauses are measured from what it says now.
  if (at < before.latest)
    return Object.freeze({ ...before, since: Math.min(before.since, at), latest: at });
  if (at - before.latest < paceMs) return before;
  return Object.freeze({ ...before, latest: at, looks: before.looks + 1 });
}

/** Whether what was said against work of that certainty is believed. */
export function isBelieved({ word, since, latest, looks }: Doubt, known: Certainty): boolean {
  const contradicts = certainties.indexOf(known) > certainties.indexOf(agreesWith[word]);
  const needed = contradicts ? contradicting : agreeing;
  return looks >= needed.looks && latest - since >= needed.overMs;
}
