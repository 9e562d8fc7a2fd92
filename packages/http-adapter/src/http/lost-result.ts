import type { FileLost } from '@filmgate/core';
import type { SurfaceFailure } from './failure-responses.ts';

/**
 * Returns the failure of a result whose stored file is missing or cut [results.lost]. Its job stays completed.
 *
 * @param noun - the surface's word for a result: `video` or `file`
 */
export function lostResult(
  lost: FileLost,
  noun: string,
): SurfaceFailure<'result-lost' | 'result-restoring'> {
  switch (lost.kind) {
    case 'restoring': {
      const message = `The stored ${noun} was lost and is downloaded from its provider again as soon as possible.`;
      return { kind: 'result-restoring', message, retryAfterMs: lost.retryAfterMs };
    }
    case 'lost': {
      const message = `The stored ${noun} was lost and is no longer available from its provider. It was generated and paid for; another order would be charged again.`;
      return { kind: 'result-lost', message };
    }
  }
}
