import type { RequestBucket } from '../request-log/request-class.ts';

/**
 * One request of a programmatic route, or several similar ones that share a row [request-log.every-call]: caller,
 * target, outcome. For several, `at` is that of the first, `count` and `lastAt` cover all, and the rest comes from the
 * last.
 */
export interface RequestLogEntry {
  readonly id: string;
  /** Beginning of the (first) request, ms since 1970. */
  readonly at: number;
  /** Number of requests in the row; 1 except for gathered polls and refused calls. */
  readonly count: number;
  /** Beginning of the last of them, ms since 1970; equals `at` for a single call. */
  readonly lastAt: number;
  /** The `x-request-id` of the response. */
  readonly requestId: string;
  /**
   * `user:<api user id>`, `native`, `service` or `admin`; null when no credential was accepted, and in a row that
   * counts the refused requests of many callers.
   */
  readonly caller: string | null;
  readonly method: string;
  /** Without the query string; may name a job, never a secret. */
  readonly path: string;
  readonly model: string | null;
  /** Status of the response; 499 if the caller left first; null while the request lasts, or without a response. */
  readonly status: number | null;
  /** Code of the error in the response, or `server_stopped`: see `RequestLogs`. */
  readonly errorCode: string | null;
  /** Time from the request's beginning to the response's end, in ms; null while it lasts, or if its end was unseen. */
  readonly durationMs: number | null;
  readonly jobId: string | null;
  /** True if the connection ended before the response did. */
  readonly disconnected: boolean;
  /** SHA-256 of the prompt as UTF-8, lower-case hex. */
  readonly promptDigest: string | null;
  /** The prompt itself; null unless the operator lets prompts be kept. */
  readonly prompt: string | null;
}

/** Filters of requests, apart from their time. Null does not restrict. */
export interface RequestLogFilters {
  /** The whole path; with a trailing `*`, every path with that beginning. */
  readonly path: string | null;
  readonly status: number | null;
  readonly caller: string | null;
  readonly model: string | null;
  readonly jobId: string | null;
  /** Part of the path, the prompt, the error code or the request id; case is ignored. */
  readonly text: string | null;
}

export interface RequestLogQuery extends RequestLogFilters {
  /** Requests that began at or after this instant; null does not restrict. */
  readonly from: number | null;
  /** Requests that began before this instant; null does not restrict. */
  readonly until: number | null;
  /** `next` of the page before; null for the first page. */
  readonly after: string | null;
  readonly limit: number;
}

export type RequestLogPage =
  | {
      readonly kind: 'page';
      /** Requests that began last come first. */
      readonly entries: readonly RequestLogEntry[];
      /** Cursor after this page; null at the end. */
      readonly next: string | null;
    }
  /** `after` is not a cursor of this list. */
  | { readonly kind: 'cursor-unknown' };

export interface RequestLogCountQuery extends RequestLogFilters {
  /** The first bucket begins at this instant. */
  readonly from: number;
  /** Requests that began before this instant; the last bucket ends here, and may be shorter. */
  readonly until: number;
  readonly bucketMs: number;
}

/**
 * The request log. It serves operators later and never delays callers: rows are gathered, written together, and dropped
 * (oldest first, counted, with a warning in the log) when they come faster than they can be written. No promise about
 * jobs and money rests on it.
 *
 * A request that waits is written twice: when its job is accepted, without status and duration, and again under the
 * same id when it ends. A row that is still open when its connection to the store ends belongs to a process that will
 * never respond: from the next opening on (by any process that shares the data) it says `disconnected` and error code
 * `server_stopped`, without status and duration.
 *
 * A row appended again under its id replaces the earlier one and keeps its position, whatever the earlier one said: a
 * request that ends, a job accepted after its caller left, and a row that counts requests (`RequestGatherer`). The
 * caller makes sure that a row never counts fewer requests than before.
 */
export interface RequestLogs {
  /** Queues rows; returns at once and never throws. After `close` it drops them. */
  append(entries: readonly RequestLogEntry[]): void;
  /** Shows everything appended over this connection before. A row that appears meanwhile never moves a page. */
  list(query: RequestLogQuery): Promise<RequestLogPage>;
  /**
   * Counts the requests of the rows that `list` would show, by the time their row began and their outcome: every bucket
   * of `emptyBuckets`, oldest first. Shows everything appended over this connection before; rows written during the
   * count may count or not. Never delays writing, however many rows it reads.
   *
   * @throws RangeError where `emptyBuckets` does
   */
  countOverTime(query: RequestLogCountQuery): Promise<readonly RequestBucket[]>;
  /** Removes rows of requests that began before the instant, at most `limit`; returns how many. Safe to repeat. */
  removeBefore(input: { readonly before: number; readonly limit: number }): Promise<number>;
  /**
   * Removes prompts and their digests from at most `limit` of a caller's rows that have them; returns from how many.
   * Covers everything appended over this connection before. Safe to repeat.
   */
  erasePrompts(input: { readonly caller: string; readonly limit: number }): Promise<number>;
  /** Returns the bytes used: of its file with whatever else is in it, or approximately of its server's memory. */
  bytes(): Promise<number>;
  /**
   * One short step towards a log of at most `bytes`: while it uses more, removes up to `limit` of the oldest rows and
   * frees their room; returns how many. Race: concurrent callers may each remove `limit` rows. Safe to repeat.
   */
  removeBeyond(input: { readonly bytes: number; readonly limit: number }): Promise<number>;
}
