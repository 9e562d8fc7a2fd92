import type { CallLikeness, Clock, Digest, IdSource, Poll, RequestLogEntry } from '@filmgate/core';

/** Takes a row, which may be shared as its call is like others; returns at once and never throws. */
export type RecordCall = (entry: RequestLogEntry, likeness: CallLikeness) => void;

/** Where the rows of calls go, and what they are made with. */
export interface CallLog {
  readonly record: RecordCall;
  /**
   * Counts a poll that went well in a row that has some already; false where there is none, and then it is recorded. Absent:
   * each is recorded.
   */
  readonly countPoll?: (poll: Poll) => boolean;
  readonly clock: Pick<Clock, 'now' | 'monotonicMs'>;
  /** Ids that sort by the time they were made. */
  readonly ids: IdSource;
  readonly digest: Digest;
  /** Whether rows keep the prompt itself; asked at each prompt, since an administrator may change it. */
  readonly keepsPrompts: () => boolean;
}
