import type { ReceivedRequest } from './received-request.ts';

/** Maximum size of a request body, in bytes: nine references of 20 MiB in base64, and the rest. */
const longestBody = 256 * 1024 * 1024;

/** A body as bytes. */
export type CallBody =
  | { readonly kind: 'read'; readonly bytes: Buffer }
  | { readonly kind: 'too-long' };

/**
 * Reads a request to its end. If it is longer than `longest` bytes, nothing is kept; up to `longestBody` it is read, so
 * that its sender gets the response, and then the connection is left to end. Throws if the connection breaks first.
 */
export async function readBytes(
  request: ReceivedRequest,
  longest = longestBody,
): Promise<CallBody> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of request) {
    size += piece.length;
    if (size > longestBody) return { kind: 'too-long' };
    if (size > longest) pieces.length = 0;
    else pieces.push(piece);
  }
  return size > longest ? { kind: 'too-long' } : { kind: 'read', bytes: Buffer.concat(pieces) };
}
