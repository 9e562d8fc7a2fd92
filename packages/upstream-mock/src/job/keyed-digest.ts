import { createHash } from 'node:crypto';

/** 32 bytes from a seed and a key, not from a stream: other jobs and their order do not change them [mock.video]. */
export function keyedDigest(seed: string, ...key: readonly string[]): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([seed, ...key]))
    .digest();
}
