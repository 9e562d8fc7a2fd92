/** What a check came to. A check that runs a test suite counts its tests, any other counts itself. */
export interface CheckResult {
  readonly passed: number;
  readonly failed: number;
  /** Shown when something failed or is remarked on, or on request. */
  readonly output: string;
  /** What must be told though nothing failed, a line each. */
  readonly remarks?: readonly string[];
}

/** One thing `npm test` looks at. */
export interface Check {
  readonly name: string;
  /** Names of the checks that must have passed before; when one has not, this one fails without being run. */
  readonly after: readonly string[];
  /** `report` may be told how far the check is, in a few words. */
  readonly run: (report: (progress: string) => void) => Promise<CheckResult>;
}

/** A check together with how it ended. */
export interface FinishedCheck {
  readonly name: string;
  readonly result: CheckResult;
  readonly durationMs: number;
}
