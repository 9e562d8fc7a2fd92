import type { RequestBucket } from './request-class.ts';

/** Maximum number of buckets: more than a screen has room for. */
export const largestBucketCount = 400;

/**
 * Returns the buckets from one instant until another, oldest first, without any call. The request that began at `t`
 * belongs to bucket number `floor((t - from) / bucketMs)`.
 *
 * @throws RangeError when the instants are not whole ms in order, a bucket is not at least 1 ms long, or there would be
 *   more than `largestBucketCount`
 */
export function emptyBuckets(span: {
  readonly from: number;
  readonly until: number;
  readonly bucketMs: number;
}): readonly RequestBucket[] {
  const { from, until, bucketMs } = span;
  const isWhole = [from, until, bucketMs].every((one) => Number.isSafeInteger(one));
  if (!isWhole || from < 0 || until <= from || bucketMs < 1) {
    throw new RangeError(`Invalid time span: ${JSON.stringify(span)}`);
  }
  const length = Math.ceil((until - from) / bucketMs);
  if (length > largestBucketCount) {
    throw new RangeError(`${length} buckets exceed the maximum of ${largestBucketCount}`);
  }
  return Array.from({ length }, (_, number) => ({
    at: from + number * bucketMs,
    counts: { ok: 0, refused: 0, failed: 0, clientGone: 0, open: 0 },
  }));
}
