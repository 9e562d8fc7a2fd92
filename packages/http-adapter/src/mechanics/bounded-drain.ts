import type { IncomingMessage } from 'node:http';

/**
 * After a refusal sent in the middle of an upload: reads on and discards, so that the caller, still sending, gets to
 * see the answer instead of a reset connection (RFC 9112 §9.6), but no more than `maxBytes`; then the connection goes.
 */
export function drainAtMost(request: IncomingMessage, maxBytes: number): void {
  if (request.complete || request.destroyed) return;
  let received = 0;
  request.on('data', (chunk: Uint8Array) => {
    received += chunk.length;
    if (received > maxBytes) request.destroy();
  });
  request.on('error', () => {
    // The caller left; there is nobody to tell.
  });
  request.resume();
}
