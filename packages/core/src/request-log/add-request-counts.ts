import type { RequestBucket, RequestClass } from './request-class.ts';

/** Number of requests of one class that began in one bucket. */
export interface RequestClassCount {
  /** Index of the bucket, from 0. */
  readonly bucket: number;
  readonly requestClass: RequestClass;
  readonly requests: number;
}

/** Returns the buckets with these requests added. Requests outside of all buckets are left out. */
export function addRequestCounts(
  buckets: readonly RequestBucket[],
  requestCounts: readonly RequestClassCount[],
): readonly RequestBucket[] {
  const counted = buckets.map(({ at, counts }) => ({ at, counts: { ...counts } }));
  for (const { bucket, requestClass, requests } of requestCounts) {
    const counts = counted[bucket]?.counts;
    if (counts !== undefined) counts[requestClass] += requests;
  }
  return counted;
}
