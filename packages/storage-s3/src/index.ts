export { checkBucket } from './check-bucket.ts';
export { createS3Blobs, type S3Blobs, type S3BlobsOptions } from './create-s3-blobs.ts';
export type { BucketLocation } from './bucket-location.ts';
