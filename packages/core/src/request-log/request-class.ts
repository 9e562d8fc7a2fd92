/**
 * What became of a request: answered as wished, refused (4xx), failed (5xx, or the server stopped before it answered), left by
 * its caller (499), or not ended yet.
 */
export type RequestClass = 'ok' | 'refused' | 'failed' | 'clientGone' | 'open';

/** The class of a row of the request log; every row has one. */
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

/** How many requests of each class began in one stretch of time. */
export interface RequestBucket {
  /** When the bucket begins, ms since 1970. */
  readonly at: number;
  readonly counts: { readonly [Class in RequestClass]: number };
}
