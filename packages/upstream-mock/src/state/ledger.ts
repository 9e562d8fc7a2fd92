import type { MockJobState } from '../job/mock-job.ts';

/** The truth about one accepted job, for tests and people [mock.ledger]. */
export interface LedgerEntry {
  readonly id: string;
  readonly correlation_id: string;
  /** Groups the submissions of one piece of work [mock.attempts]. */
  readonly logical_key: string;
  /** Number of the submission for its key, from 1; refused and lost ones count. */
  readonly attempt: number;
  readonly account: string;
  readonly prompt: string;
  readonly state: MockJobState;
  /** ISO 8601. */
  readonly accepted_at: string;
  /** True if the response reported the acceptance. */
  readonly answered: boolean;
  /** As sent in the submission. */
  readonly model: string;
  /** Name of its API: `mock` for the mock's own. */
  readonly wire: string;
  readonly charged_credits: number;
  /** Movements of credits in order of time; negative `credits` were charged. */
  readonly money: readonly {
    /** ISO 8601. */
    readonly at: string;
    readonly why: 'accepted' | 'failed' | 'canceled';
    readonly credits: number;
  }[];
  /** Number of status reads since the process began. */
  readonly reads: number;
  /** Number of its callbacks answered with 2xx; absent if its submission asked for none. */
  readonly callbacks?: number;
  /** Number of complete downloads of its file, also in parts. */
  readonly downloads: number;
  /** Digest of its undamaged file, in hexadecimal digits; null until it was downloaded or reported as stored. */
  readonly result_sha256: string | null;
  /** As received; `size` in bytes. */
  readonly references: readonly {
    readonly role: string;
    readonly sha256: string;
    readonly size: number;
  }[];
}

/** Numbers and credits of the matching jobs. */
export interface LedgerCounts {
  readonly accepted: number;
  /** Queued or running. */
  readonly running: number;
  readonly completed: number;
  readonly failed: number;
  readonly charged_credits: number;
}

/** Counts are of every job that matches the filter; `jobs` are those of the page. */
export interface LedgerView extends LedgerCounts {
  readonly jobs: readonly LedgerEntry[];
  /** Value of `cursor` for the next page; absent on the last one. */
  readonly next_cursor?: string;
}
