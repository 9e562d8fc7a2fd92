import { BucketClient } from './bucket-client.ts';
import type { BucketLocation } from './bucket-location.ts';

/**
 * Checks that a bucket can be listed with these credentials, before anything is started; writes nothing.
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
