/** Kinds of errors that a provider's response can report. */
export const upstreamErrorKinds = [
  'policy',
  'invalid',
  'login',
  'forbidden',
  'credits',
  'rate_limited',
  'concurrency',
  'unavailable',
  'internal',
  'protocol',
] as const;

export type UpstreamErrorKind = (typeof upstreamErrorKinds)[number];

/**
 * A classified provider error: the axes later decisions need, never a status code or a message to compare (the
 * outcome's own `kind` carries the certainty of the submission).
 */
export interface UpstreamError {
  readonly kind: UpstreamErrorKind;
  /** Scope: this request alone, the account, this model on the account, or the whole endpoint. */
  readonly scope: 'request' | 'account' | 'model' | 'endpoint';
  /** Reports if the provider charged for it; `unknown` only where the provider does not say. */
  readonly charge: 'charged' | 'not-charged' | 'unknown';
  /** Pause the provider asked for, in ms; null without one. */
  readonly retryAfterMs: number | null;
  /** For the operator's event trail; never shown to callers, never compared. Contains no secret. */
  readonly detail: string;
}
