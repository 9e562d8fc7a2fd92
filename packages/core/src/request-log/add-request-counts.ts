import type { RequestBucket, RequestClass } from './request-class.ts';

/** So many requests of one class that began in one bucket. */
export interface RequestClassCount {
  /** The bucket's number, from 0. */
  readonly bucket: number;
  readonly requestClass: RequestClass;
  readonly requests: number;
}

/** The buckets with these requests added. What belongs to none of them is left out. */
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
