import type { IncomingMessage } from 'node:http';

/** Longest request body, in bytes: nine references of 20 MiB in base64, and the rest. */
const longestBody = 256 * 1024 * 1024;

export type RequestBody =
  /** `value`: null when there was no body, undefined when it was not JSON. */
  { readonly kind: 'read'; readonly value: unknown } | { readonly kind: 'too-long' };

/** Reads a request's JSON to its end. Throws when the connection breaks first. */
export async function readBody(request: IncomingMessage): Promise<RequestBody> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const body: AsyncIterable<Uint8Array> = request;
  for await (const piece of body) {
    size += piece.length;
    if (size > longestBody) return { kind: 'too-long' };
    pieces.push(piece);
  }
  return { kind: 'read', value: size === 0 ? null : parsed(Buffer.concat(pieces)) };
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
