/** Reasons why a URL was not fetched, or not completely. */
export const guardedFetchRefusalReasons = [
  'url-too-long',
  'url-invalid',
  'scheme-not-allowed',
  'credentials-in-url',
  'host-not-allowed',
  'port-not-allowed',
  'address-not-allowed',
  'host-unresolved',
  'unreachable',
  'redirected',
  'status-not-ok',
  'encoded',
  'too-large',
  'interrupted',
  'timed-out',
  'aborted',
] as const;

export type GuardedFetchRefusalReason = (typeof guardedFetchRefusalReasons)[number];

/** A refusal safe to show to the caller: it names only the caller's host, never an address or an internal host. */
export interface GuardedFetchRefusal {
  readonly kind: 'refused';
  readonly reason: GuardedFetchRefusalReason;
  readonly message: string;
  /** Host list entry that would allow the URL, for example `private:http://minio:9000`; absent where none would. */
  readonly admittedBy?: string;
  /** Fault of the proxy on the way, for the operator: it names the proxy. Absent if the proxy is not at fault. */
  readonly proxyFault?: string;
}

/** A refusal thrown through code that can only throw: a connector, or the middle of a body. */
export class GuardedFetchError extends Error {
  override readonly name = 'GuardedFetchError';
  readonly refusal: GuardedFetchRefusal;

  constructor(refusal: GuardedFetchRefusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

export function refuse(
  reason: GuardedFetchRefusalReason,
  message: string,
  admittedBy?: string,
): GuardedFetchRefusal {
  return { kind: 'refused', reason, message, ...(admittedBy !== undefined && { admittedBy }) };
}
