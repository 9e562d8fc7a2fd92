import { createHash } from 'node:crypto';

/**
 * 32 bytes addressed by a seed and a key, never drawn from a stream: what other jobs do, and in which
 * order, cannot change them [mock.video].
 */
export function keyedDigest(seed: string, ...key: readonly string[]): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([seed, ...key]))
    .digest();
}
