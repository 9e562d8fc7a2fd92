export type { CallBucket } from './call-bucket.ts';
export { CallBuffer, type CallBufferBounds } from './call-buffer.ts';
export { type CallClass, callClassOf } from './call-class.ts';
export { CallGatherer, type CallLikeness } from './call-gatherer.ts';
export { type CallTally, countCalls } from './count-calls.ts';
export { emptyBuckets, largestBucketCount } from './empty-buckets.ts';
export { RefusalBudget, type RefusalBounds } from './refusal-budget.ts';
