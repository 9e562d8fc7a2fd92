import { type CounterLook, type Doubt, isBelieved, checkWord } from './doubt.ts';

/** A file in the result store. */
export interface KeptFile {
  /** SHA-256 in lower-case hex: the address in the result store. */
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  readonly contentType: string;
}

/**
 * Reasons that delay the storing of a finished video:
 *
 * - `host`: it could not be read to its end
 * - `permission`: its endpoint may not send us to its host until an operator allows it
 * - `usable-result`: the file that was read is not the video; or the provider says that it does not have it
 * - `space`: there is no room for it here, or its store does not accept it
 * - `account`: the account that made it, or its provider, is not here to query
 */
export const resultWaits = ['host', 'permission', 'usable-result', 'space', 'account'] as const;
export type ResultWait = (typeof resultWaits)[number];

/** Evidence of one read against the result itself, not against the way to it. */
export type ResultFault =
  /** A whole media file that cannot be delivered, now in the result store. */
  | { readonly kind: 'unusable'; readonly file: KeptFile }
  /** The provider says that it does not have it. */
  | { readonly kind: 'gone' };

/** Evidence against the result so far. */
export interface ResultProof {
  /** Whole media files that were read and cannot be delivered, each once, the latest last. */
  readonly unusable: readonly KeptFile[];
  /** Provider's statements that it failed or is gone, each after a poll that said that the provider has it. */
  readonly doubt: Doubt | null;
}

/** Progress of fetching a finished video. */
export interface ResultFetch extends Pick<ResultProof, 'unusable'> {
  /** Instant at which the provider was first known to have finished. */
  readonly since: number;
  /** Reason for the delay, and its beginning; null until a read failed. */
  readonly awaits: ResultWait | null;
  readonly awaitsSince: number | null;
  /** Failure of the last read, for an operator; null without one. */
  readonly detail: string | null;
  /** Instant up to which it is fetched, as far as that was known at the last failed read. */
  readonly until: number | null;
}

/** Returns the state of a result before the first try to fetch it. */
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

/** Number of different files that prove that there is no result. */
const enough = 3;

/**
 * Adds the evidence of one more read. The same file again proves nothing, however often and by whichever link: its host
 * may show the same wrong thing for hours. Nor does a file that is not media.
 *
 * @param fault - null where the read is no evidence about the result
 * @param look - the read as a check; null where no poll just before it said that the provider has the result
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
      const verdict = checkWord(doubt, { ...look, word: 'gone' }, 'made');
      return verdict.kind === 'not-counted' ? before : { unusable, doubt: verdict.doubt };
    }
  }
}

/** Returns true if further reads are useless. */
export function isProven({ unusable, doubt }: ResultProof): boolean {
  const isGone = doubt?.word === 'gone' && isBelieved(doubt, 'made');
  return unusable.length >= enough || isGone;
}
