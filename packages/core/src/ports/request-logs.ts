import type { CallBucket } from '../request-log/call-class.ts';

/**
 * One call of a programmatic route, or several that are alike and share a row [request-log.every-call]: who asked for
 * what, and what became of it. Of several, `at` is the first one's, `count` and `lastAt` speak of all, and the rest is the
 * last one's.
 */
export interface RequestLogEntry {
  readonly id: string;
  /** When the call began, of several the first, ms since 1970. */
  readonly at: number;
  /** How many calls the row stands for; 1 but for polls and refused calls that were gathered. */
  readonly count: number;
  /** When the last of them began, ms since 1970; `at` of a single call. */
  readonly lastAt: number;
  /** The `x-request-id` of the answer. */
  readonly requestId: string;
  /**
   * `user:<api user id>`, `native`, `service` or `admin`; null when no credential was accepted, and of a row that counts
   * the refused calls of many callers.
   */
  readonly caller: string | null;
  readonly method: string;
  /** Without the query string; may name a job, never a secret. */
  readonly path: string;
  /** The model that was asked for. */
  readonly model: string | null;
  /** What was answered; 499 when the caller left before; null while the call lasts, and when it was never answered. */
  readonly status: number | null;
  /** The code of the error answered, or `server_stopped`: see `RequestLogs`. */
  readonly errorCode: string | null;
  /** From the beginning to the end of the answer, in ms; null while the call lasts, and when its end was not seen. */
  readonly durationMs: number | null;
  readonly jobId: string | null;
  /** Whether the connection ended before the answer did. */
  readonly disconnected: boolean;
  /** SHA-256 of the prompt as UTF-8, lower-case hex. */
  readonly promptDigest: string | null;
  /** The prompt itself; null unless the operator lets prompts be kept. */
  readonly prompt: string | null;
}

/** What calls are looked for by, but for their time. A null does not restrict. */
export interface RequestLogFilters {
  /** The whole path; with a `*` at its end, whatever begins so. */
  readonly path: string | null;
  readonly status: number | null;
  readonly caller: string | null;
  readonly model: string | null;
  readonly jobId: string | null;
  /** Part of the path, the prompt, the error code or the request id, whatever the case of its letters. */
  readonly text: string | null;
}

/** Which rows to list. */
export interface RequestLogQuery extends RequestLogFilters {
  /** Calls that began at or after this instant; null does not restrict. */
  readonly from: number | null;
  /** Calls that began before this instant; null does not restrict. */
  readonly until: number | null;
  /** `next` of the page before; null for the first page. */
  readonly after: string | null;
  readonly limit: number;
}

export type RequestLogPage =
  | {
      readonly kind: 'page';
      /** Those that began last come first. */
      readonly entries: readonly RequestLogEntry[];
      /** Names the place after this page; null at the end. */
      readonly next: string | null;
    }
  /** `after` is no place of this list. */
  | { readonly kind: 'cursor-unknown' };

/** Which rows to count, and how finely. */
export interface RequestLogCountQuery extends RequestLogFilters {
  /** The first bucket begins at this instant. */
  readonly from: number;
  /** Calls that began before this instant; the last bucket ends here, and may be shorter. */
  readonly until: number;
  /** Length of a bucket in ms. */
  readonly bucketMs: number;
}

/**
 * The log of calls. It serves those who look back and never holds up those who call: rows are gathered, written
 * together, and given up (oldest first, counted, with a warning in the event log) when they come faster than they can be
 * written. What is promised about jobs and money never rests on it.
 *
 * A call that waits is told twice: when its job is accepted, without status and duration, and again under the same id
 * when it ends. A row that is still open when its connection to the store ends, however it ends, belongs to a process
 * that will never answer: from the next opening on (of any process that shares the data) it says `disconnected`, error
 * code `server_stopped`, without status and duration.
 *
 * A row appended again under its id replaces the earlier one and keeps its place, whatever the earlier one said: a call that
 * ends, a job accepted after its caller had left, and a row that counts calls (`CallGatherer`). The
 * caller makes sure that a row never tells of fewer calls than before.
 */
export interface RequestLogs {
  /** Takes rows; returns at once, never throws. After `close` they are dropped. */
  append(entries: readonly RequestLogEntry[]): void;
  /** Shows everything appended over this connection before. A row that appears meanwhile never moves a page. */
  list(query: RequestLogQuery): Promise<RequestLogPage>;
  /**
   * Counts the calls of the rows `list` would show, by the time their row began and what became of them: every bucket of
   * `emptyBuckets`, oldest first. Shows everything appended over this connection before; what is written meanwhile may be counted or not.
   * Never holds up writing, however many rows there are to look at.
   *
   * @throws RangeError where `emptyBuckets` does
   */
  countOverTime(query: RequestLogCountQuery): Promise<readonly CallBucket[]>;
  /** Removes rows of calls that began before the instant, at most `limit`; returns how many. Safe to repeat. */
  removeBefore(input: { readonly before: number; readonly limit: number }): Promise<number>;
  /**
   * Takes the prompts and their digests out of at most `limit` of a caller's rows that have some; returns out of how many.
   * Shows everything appended over this connection before. Safe to repeat.
   */
  erasePrompts(input: { readonly caller: string; readonly limit: number }): Promise<number>;
  /**
   * What the log takes, in bytes: of its file on the disk, or, about, of its server's memory. What lies beside it in the same
   * file counts.
   */
  bytes(): Promise<number>;
  /**
   * One short step towards a log of at most so many bytes: while it takes more, removes the rows of the calls that began
   * first, at most `limit`, and gives their room back. Returns how many rows; 0 once nothing is to be removed. Race: callers
   * that do so at once may each remove `limit` rows. Safe to repeat.
   */
  removeBeyond(input: { readonly bytes: number; readonly limit: number }): Promise<number>;
}
