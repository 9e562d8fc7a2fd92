import type { IncomingMessage } from 'node:http';

/** What a piece counts as at least, in bytes: taking one costs that much work however small it is. */
const leastPerPiece = 4096;

/**
 * After a refusal sent in the middle of an upload: reads on and discards, so that the caller, still sending, gets to
 * see the answer instead of a reset connection (RFC 9112 §9.6), but no more than `maxBytes`; then the connection goes.
 */
export function drainAtMost(request: IncomingMessage, maxBytes: number): void {
  if (request.complete || request.destroyed) return;
  let received = 0;
  request.on('data', (chunk: Uint8Array) => {
    received += Math.max(chunk.length, leastPerPiece);
    if (received > maxBytes) request.destroy();
  });
  request.on('error', () => {
    // The caller left; there is nobody to tell.
  });
  request.resume();
}
