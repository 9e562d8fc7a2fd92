import type { FileLost } from '@filmgate/core';
import type { SurfaceFailure } from './failure-responses.ts';

/**
 * What is said of a result whose stored file is missing or cut [results.lost]. Its job stays completed.
 *
 * @param noun - what the surface calls a result: `video` or `file`
 */
export function lostResult(
  lost: FileLost,
  noun: string,
): SurfaceFailure<'result-lost' | 'result-restoring'> {
  switch (lost.kind) {
    case 'restoring': {
      const message = `The stored ${noun} was lost, and is fetched from its provider again as soon as that is possible.`;
      return { kind: 'result-restoring', message, retryAfterMs: lost.retryAfterMs };
    }
    case 'lost': {
      const message = `The stored ${noun} was lost, and cannot be had from its provider any more. It was made and paid for; another order would be paid for again.`;
      return { kind: 'result-lost', message };
    }
  }
}
