/**
 * What keeps a finished video from being stored:
 *
 * - `host`: it could not be read to its end
 * - `usable-result`: it was read, and what was read is not the video; or its host says that it does not have it
 * - `space`: there is no room for it here, or its store does not take it
 * - `account`: the account that made it, or its provider, is not here to ask
 */
export const resultWaits = ['host', 'usable-result', 'space', 'account'] as const;
export type ResultWait = (typeof resultWaits)[number];

/** What one read said against the result itself, not against the way to it. */
export type ResultFault =
  /** Read whole, and not the video; `read` is the digest of what it was, or a word for it. */
  | { readonly kind: 'unusable'; readonly read: string }
  /** Its source ended it there, before what it had announced. */
  | { readonly kind: 'short'; readonly received: number }
  /** The provider says that it does not have it. */
  | { readonly kind: 'gone' };

/** Reads that spoke against the result so far. */
export interface ResultProof {
  readonly faults: number;
  /** What the last of them saw, as text that differs where they saw something else; null before the first. */
  readonly lastFault: string | null;
}

/** How far the way home of a finished video is. */
export interface ResultFetch extends ResultProof {
  /** When the upstream was first known to have finished. */
  readonly since: number;
  /** What it waits for, and since when; null until a read failed. */
  readonly awaits: ResultWait | null;
  readonly awaitsSince: number | null;
  /** Up to when it is fetched, as far as that was known at the last failed read. */
  readonly until: number | null;
}

/** A result nothing was tried for yet. */
export function newResultFetch(since: number): ResultFetch {
  return Object.freeze({
    since,
    awaits: null,
    awaitsSince: null,
    until: null,
    faults: 0,
    lastFault: null,
  });
}

/** Reads that must speak against a result before it is given up. */
export const faultsToGiveUp = 3;

/**
 * What is proved after one more read. Reading the same again through the same link proves nothing: a read counts when a poll
 * gave the link for it, or when it gave other bytes than the last one.
 *
 * @param fault - null where the read says nothing about the result: then a source that seemed to end early was only a line
 * @param isFresh - whether the upstream said just before that it has the result, and where
 */
export function proofAfter(
  before: ResultProof,
  fault: ResultFault | null,
  isFresh: boolean,
): ResultProof {
  if (fault === null) return wasShort(before) ? noProof : before;
  const lastFault = nameOf(fault);
  const isOther = lastFault !== before.lastFault;
  switch (fault.kind) {
    case 'unusable':
      return isFresh || isOther ? { faults: before.faults + 1, lastFault } : before;
    case 'short':
      // A line that drops ends somewhere else each time: only the same end again speaks against the source.
      if (isOther) return { faults: 1, lastFault };
      return isFresh ? { faults: before.faults + 1, lastFault } : before;
    case 'gone':
      return isFresh ? { faults: before.faults + 1, lastFault } : before;
  }
}

const noProof: ResultProof = { faults: 0, lastFault: null };

function wasShort({ lastFault }: ResultProof): boolean {
  return lastFault?.startsWith('short ') === true;
}

function nameOf(fault: ResultFault): string {
  switch (fault.kind) {
    case 'unusable':
      return `unusable ${fault.read}`;
    case 'short':
      return `short ${fault.received}`;
    case 'gone':
      return 'gone';
  }
}
