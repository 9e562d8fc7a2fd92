/** What an upstream's response can say went wrong. */
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

/** What an upstream's response says went wrong. */
export type UpstreamErrorKind = (typeof upstreamErrorKinds)[number];

/**
 * A classified upstream error: the axes later decisions need, never a status code or a message to compare
 * (submission certainty is carried by the outcome's own `kind`).
 */
export interface UpstreamError {
  readonly kind: UpstreamErrorKind;
  /** What it concerns: this request alone, the account, this model on the account, or everything behind the place. */
  readonly scope: 'request' | 'account' | 'model' | 'endpoint';
  /** Whether the upstream took credits for it; `unknown` only where the provider does not say. */
  readonly charge: 'charged' | 'not-charged' | 'unknown';
  /** How long the upstream asked us to wait, in ms; null when it did not. */
  readonly retryAfterMs: number | null;
  /** For the operator's event trail; never shown to callers, never compared. Holds no secret. */
  readonly detail: string;
}
