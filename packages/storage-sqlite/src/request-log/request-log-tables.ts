/** A request as it is stored. Booleans are 0 and 1. */
export interface RequestLogRow {
  /** Place in the log: see `request-position.ts`. */
  readonly position: number;
  readonly id: string;
  readonly request_id: string;
  readonly caller: string | null;
  readonly method: string;
  readonly path: string;
  readonly model: string | null;
  readonly status: number | null;
  readonly error_code: string | null;
  readonly duration_ms: number | null;
  readonly job_id: string | null;
  readonly disconnected: number;
  readonly is_open: number;
  readonly prompt_digest: string | null;
  readonly prompt: string | null;
  /** How many requests the row stands for. */
  readonly calls: number;
  /** When the last of them began, ms since 1970; null in rows of releases that knew single requests only. */
  readonly last_at: number | null;
}

/** What a node saw and did in a minute. */
export interface OperationSampleRow {
  /** The beginning of the minute, ms since 1970. */
  readonly at: number;
  readonly node: string;
  /** The sample as JSON: it is read whole or not at all. */
  readonly sample: string;
}

export interface RequestLogTables {
  readonly call: RequestLogRow;
  readonly operation_sample: OperationSampleRow;
}
