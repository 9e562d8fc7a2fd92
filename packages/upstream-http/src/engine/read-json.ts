import type { JsonValue } from '@filmgate/core';
import { z } from 'zod';

/** Longest JSON answer that is read, in bytes. */
const longestJson = 1024 * 1024;

const jsonSchema: z.ZodType<JsonValue> = z.json();

/** Reads a JSON answer to its end; undefined when it is too long, cut off or not JSON. */
export async function readJson(body: AsyncIterable<Uint8Array>): Promise<JsonValue | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    size += piece.length;
    if (size > longestJson) return undefined;
    pieces.push(piece);
  }
  try {
    return jsonSchema.parse(JSON.parse(Buffer.concat(pieces).toString('utf8')));
  } catch {
    return undefined;
  }
}
