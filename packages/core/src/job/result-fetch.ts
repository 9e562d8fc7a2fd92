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
  /** How often in a row the provider said that it does not have it, each time after a poll that said that it has. */
  readonly gone: number;
}

/** How far the way home of a finished video is. */
export interface ResultFetch extends ResultProof {
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
    gone: 0,
  });
}

/**
 * What the provider said just before a read: `kept` = that it has the result, for a time that is not over; `finished` = that it has
 * it; `nothing` = it was not asked, or did not say.
 */
export type PolledWord = 'kept' | 'finished' | 'nothing';

/** Different files, or words of the provider, that prove that there is no result. */
const enough = 3;

/**
 * What is proved after one more read. The same file again proves nothing, however often and by whichever link: its host may show
 * the same wrong thing for hours. Nor does what is no media file.
 *
 * @param fault - null where the read says nothing about the result
 */
export function proofAfter(
  { unusable, gone }: ResultProof,
  fault: ResultFault | null,
  polled: PolledWord,
): ResultProof {
  switch (fault?.kind) {
    case undefined:
      return { unusable, gone: 0 };
    case 'unusable': {
      const others = unusable.filter(({ sha256 }) => sha256 !== fault.file.sha256);
      return { unusable: [...others, fault.file], gone: 0 };
    }
    case 'gone':
      // The end it promised by time goes before what it says on the way there.
      return { unusable, gone: polled === 'finished' ? gone + 1 : gone };
  }
}

/** Whether there is no use in reading on. */
export function isProven({ unusable, gone }: ResultProof): boolean {
  return unusable.length >= enough || gone >= enough;
}
