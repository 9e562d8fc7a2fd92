/** Stored row of a request. Booleans are 0 and 1. */
export interface RequestLogRow {
  /** Position in the log: see `request-position.ts`. */
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
  /** Number of requests in the row. */
  readonly calls: number;
  /** Instant at which the last of them began, ms since 1970; null in rows of releases that only had single requests. */
  readonly last_at: number | null;
}

/** Figures of a node for one minute. */
export interface OperationSampleRow {
  /** The beginning of the minute, ms since 1970. */
  readonly at: number;
  readonly node: string;
  /** The sample as JSON, since it is always read as a whole. */
  readonly sample: string;
}

export interface RequestLogTables {
  readonly call: RequestLogRow;
  readonly operation_sample: OperationSampleRow;
}
