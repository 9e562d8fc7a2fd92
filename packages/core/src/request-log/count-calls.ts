import type { CallBucket, CallClass } from './call-class.ts';

/** So many calls of one class that began in one bucket. */
export interface CallCount {
  /** The bucket's number, from 0. */
  readonly bucket: number;
  readonly callClass: CallClass;
  readonly calls: number;
}

/** The buckets with these calls added. What belongs to none of them is left out. */
export function countCalls(
  buckets: readonly CallBucket[],
  callCounts: readonly CallCount[],
): readonly CallBucket[] {
  const counted = buckets.map(({ at, counts }) => ({ at, counts: { ...counts } }));
  for (const { bucket, callClass, calls } of callCounts) {
    const counts = counted[bucket]?.counts;
    if (counts !== undefined) counts[callClass] += calls;
  }
  return counted;
}
