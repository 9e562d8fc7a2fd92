/** Every way a call of the admin API can be refused or fail. */
export const adminFailureKinds = [
  'no-session',
  'login-failed',
  'login-throttled',
  'one-time-code-required',
  'one-time-code-wrong',
  'confirmation-failed',
  'second-factor-state',
  'login-busy',
  'credentials-throttled',
  'foreign-origin',
  'foreign-host',
  'route-not-found',
  'method-not-allowed',
  'not-found',
  'request-malformed',
  'body-too-large',
  'media-type-unsupported',
  'field-invalid',
  'label-taken',
  'key-in-use',
  'not-unknown',
  'request-timeout',
  'too-many-requests',
  'overloaded',
  'no-result',
  'user-erased',
  'storage-unavailable',
  'internal',
] as const;

export type AdminFailureKind = (typeof adminFailureKinds)[number];

export interface AdminFailure {
  readonly kind: AdminFailureKind;
  /** For the person at the console. */
  readonly detail: string;
  /** When trying again may help, ms from now. */
  readonly retryAfterMs?: number;
  /** Methods the path has, for 405. */
  readonly allow?: string;
}
