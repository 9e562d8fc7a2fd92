/**
 * Outcome of a request: successful, refused (4xx), failed (5xx, or the server stopped before it responded), left by its
 * caller (499), or not ended yet.
 */
export type RequestClass = 'ok' | 'refused' | 'failed' | 'clientGone' | 'open';

/** Returns the class of a row of the request log; every row has one. */
export function requestClassOf({
  status,
  disconnected,
}: {
  readonly status: number | null;
  readonly disconnected: boolean;
}): RequestClass {
  if (status === null) return disconnected ? 'failed' : 'open';
  if (status === 499) return 'clientGone';
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'ok';
}

/** Number of requests of each class that began in one period. */
export interface RequestBucket {
  /** Beginning of the bucket, ms since 1970. */
  readonly at: number;
  readonly counts: { readonly [Class in RequestClass]: number };
}
