/** One failure of a programmatic call, ready to be worded as an answer. Nothing in it names an account, a host of ours, or a secret. */
export interface SurfaceFailure<Kind extends string> {
  readonly kind: Kind;
  /** For the caller; names the constraint that binds. */
  readonly message: string;
  /** The field or header concerned, as the caller wrote it. */
  readonly param?: string;
  /** When trying again may help, ms from now; absent where the kind has a usual time or waiting does not help. */
  readonly retryAfterMs?: number | null;
  /** The same call again might pay twice: clients are told not to. */
  readonly unsafeToRetry?: boolean;
  /** Methods the path has, for 405. */
  readonly allow?: string;
}
