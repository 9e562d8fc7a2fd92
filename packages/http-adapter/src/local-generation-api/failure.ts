/** Every way a call of this API can be refused or fail. */
export const failureKinds = [
  'api-key-required',
  'api-key-invalid',
  'signature-invalid',
  'route-not-found',
  'method-not-allowed',
  'job-not-found',
  'payload-invalid',
  'payload-too-large',
  'media-type-unsupported',
  'model-required',
  'model-invalid',
  'prompt-required',
  'reference-invalid',
  'content-rejected',
  'request-rejected',
  'account-token-invalid',
  'account-forbidden',
  'credits-exhausted',
  'credits-reserved',
  'concurrency-limited',
  'generation-failed',
  'result-invalid',
  'outcome-unknown',
  'upstream-unavailable',
  'storage-unavailable',
  'draining',
  'generation-timeout',
  'range-not-satisfiable',
  'headers-too-large',
  'request-timeout',
  'internal',
] as const;

export type FailureKind = (typeof failureKinds)[number];

/** One failure, ready to be worded as an answer. Nothing in it names an account, a host of ours, or a secret. */
export interface Failure {
  readonly kind: FailureKind;
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
