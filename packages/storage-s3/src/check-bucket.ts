import { BucketClient } from './bucket-client.ts';
import type { BucketLocation } from './bucket-location.ts';

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
