import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { JsonValue } from '@filmgate/core';
import { z } from 'zod';
import type { TransportResponse } from './transport.ts';

/** Maximum size of a JSON response, in bytes, before and after it is decoded. */
const longestJson = 1024 * 1024;

/** `JSON.parse` returns nothing else. Checking each value would cost more than parsing did. */
const jsonSchema = z.custom<JsonValue>((value) => value !== undefined);

/**
 * Reads a JSON response to its end; undefined when it is too long, cut off or not JSON. Front servers encode responses
 * that were requested without an encoding, and some programs begin them with a byte order mark.
 */
export async function readJson({
  body,
  contentEncoding,
}: Pick<TransportResponse, 'body' | 'contentEncoding'>): Promise<JsonValue | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body) {
    size += piece.length;
    if (size > longestJson) return undefined;
    pieces.push(piece);
  }
  try {
    const bytes = decoded(Buffer.concat(pieces), contentEncoding);
    return jsonSchema.parse(parsed(new TextDecoder().decode(bytes)));
  } catch {
    return undefined;
  }
}

/** Decodes the bytes; returns them unchanged if their encoding is unknown, whatever their header says. */
function decoded(bytes: Buffer, encoding: string | null): Buffer {
  const bound = { maxOutputLength: longestJson };
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return gunzipSync(bytes, bound);
  try {
    if (encoding === 'br') return brotliDecompressSync(bytes, bound);
    return encoding === 'deflate' ? inflateSync(bytes, bound) : bytes;
  } catch {
    return bytes;
  }
}

const mayLoseDigits = /\d{16}|[eE]\+?\d{3}/;
const textOrNumber = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/**
 * Parses JSON and returns numbers beyond JavaScript's precision as texts: a whole number of 16 digits and more, because
 * a rounded id would name another task, and one beyond 1.8e308.
 *
 * @throws SyntaxError when it is not JSON
 */
function parsed(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!mayLoseDigits.test(text)) return value;
  return JSON.parse(
    text.replaceAll(textOrNumber, (token) => (losesDigits(token) ? `"${token}"` : token)),
  );
}

function losesDigits(token: string): boolean {
  if (token.startsWith('"')) return false;
  return /^\d{16,}$/.test(token) || !Number.isFinite(Number(token));
}
