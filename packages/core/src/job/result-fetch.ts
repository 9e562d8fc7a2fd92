import { type CounterLook, type Doubt, isBelieved, judgeWord } from './doubt.ts';

/** A file in the result store. */
export interface KeptFile {
  /** SHA-256 in lower-case hex: the address in the result store. */
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  readonly contentType: string;
}

/**
 * What keeps a finished video from being stored:
 *
 * - `host`: it could not be read to its end
 * - `permission`: its host is none that this place may send us to, until an operator allows it
 * - `usable-result`: what was read is not the video; or the provider says that it does not have it
 * - `space`: there is no room for it here, or its store does not take it
 * - `account`: the account that made it, or its provider, is not here to ask
 */
export const resultWaits = ['host', 'permission', 'usable-result', 'space', 'account'] as const;
export type ResultWait = (typeof resultWaits)[number];

/** What one read said against the result itself, not against the way to it. */
export type ResultFault =
  /** A whole media file that cannot be delivered, now in the result store. */
  | { readonly kind: 'unusable'; readonly file: KeptFile }
  /** The provider says that it does not have it. */
  | { readonly kind: 'gone' };

/** What speaks against the result so far. */
export interface ResultProof {
  /** Whole media files that were read and cannot be delivered, each once, the latest last. */
  readonly unusable: readonly KeptFile[];
  /** What the provider says against it: that it failed after all, or that it is gone, each time after a poll that said that it has it. */
  readonly doubt: Doubt | null;
}

/** How far the way home of a finished video is. */
export interface ResultFetch extends Pick<ResultProof, 'unusable'> {
  /** When the upstream was first known to have finished. */
  readonly since: number;
  /** What it waits for, and since when; null until a read failed. */
  readonly awaits: ResultWait | null;
  readonly awaitsSince: number | null;
  /** How the last read failed, for an operator; null until one did. */
  readonly detail: string | null;
  /** Up to when it is fetched, as far as that was known at the last failed read. */
  readonly until: number | null;
}

/** A result nothing was tried for yet. */
export function newResultFetch(since: number): ResultFetch {
  return Object.freeze({
    since,
    awaits: null,
    awaitsSince: null,
    detail: null,
    until: null,
    unusable: Object.freeze([]),
  });
}

/** Different files that prove that there is no result. */
const enough = 3;

/**
 * What is proved after one more read. The same file again proves nothing, however often and by whichever link: its host may show
 * the same wrong thing for hours. Nor does what is no media file.
 *
 * @param fault - null where the read says nothing about the result
 * @param look - the read as a look; null where no poll just before it said that the provider has the result
 */
export function proofAfter(
  before: ResultProof,
  fault: ResultFault | null,
  look: Omit<CounterLook, 'word'> | null,
): ResultProof {
  const { unusable, doubt } = before;
  switch (fault?.kind) {
    case undefined:
      return before;
    case 'unusable': {
      const others = unusable.filter(({ sha256 }) => sha256 !== fault.file.sha256);
      return { unusable: [...others, fault.file], doubt: doubt?.word === 'gone' ? null : doubt };
    }
    case 'gone': {
      if (look === null) return before;
      const verdict = judgeWord(doubt, { ...look, word: 'gone' }, 'made');
      return verdict.kind === 'not-counted' ? before : { unusable, doubt: verdict.doubt };
    }
  }
}

/** Whether there is no use in reading on. */
export function isProven({ unusable, doubt }: ResultProof): boolean {
  const isGone = doubt?.word === 'gone' && isBelieved(doubt, 'made');
  return unusable.length >= enough || isGone;
}
