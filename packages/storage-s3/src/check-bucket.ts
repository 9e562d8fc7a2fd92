import { BucketClient } from './bucket-client.ts';

/** Which bucket, and who asks. */
export interface BucketLocation {
  /** Where the service answers, for example `https://s3.eu-west-1.amazonaws.com`; the bucket is asked for in the path. */
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/**
 * Whether a bucket can be listed with these credentials, for who asks before starting anything: looks, and writes nothing.
 *
 * @throws StorageUnavailable with a sentence for the operator
 */
export async function checkBucket(
  location: BucketLocation & { readonly prefix: string },
): Promise<void> {
  const client = new BucketClient(location);
  try {
    await client.list({ prefix: `${location.prefix}/`, limit: 1 });
  } finally {
    await client.close();
  }
}
