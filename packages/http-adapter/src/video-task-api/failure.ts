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
  'model-invalid',
  'idempotency-key-required',
  'idempotency-key-invalid',
  'idempotency-key-conflict',
  'plugin-invalid',
  'asset-not-found',
  'asset-too-large',
  'asset-type-unsupported',
  'quota-exhausted',
  'credits-exhausted',
  'account-unavailable',
  'settlement-pending',
  'credits-unavailable',
  'upstream-unavailable',
  'queue-full',
  'storage-unavailable',
  'upgrade-required',
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
