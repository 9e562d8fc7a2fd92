import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { JsonValue } from '@filmgate/core';
import { z } from 'zod';
import type { InTurns } from './in-turns.ts';
import type { TransportResponse } from './transport.ts';

/** Maximum size of a JSON response, in bytes, before and after it is decoded. */
const longestJson = 1024 * 1024;

/** `JSON.parse` returns nothing else. Checking each value would cost more than parsing did. */
const jsonSchema = z.custom<JsonValue>((value) => value !== undefined);

/** Responses that may contain a video. */
export interface LargeResponses {
  /** Maximum size of one, in bytes; what is no base64 may have no more than any other response. */
  readonly bytes: number;
  /** Bound on the memory that reading them takes together. */
  readonly turns: InTurns;
}

/**
 * Reads a JSON response to its end; undefined when it is too long, cut off or not JSON. Front servers encode responses
 * that were requested without an encoding, and some programs begin them with a byte order mark.
 *
 * @param large - absent = the response contains no video
 */
export async function readJson(
  { body, contentEncoding }: Pick<TransportResponse, 'body' | 'contentEncoding'>,
  large?: LargeResponses,
): Promise<JsonValue | undefined> {
  const source = body[Symbol.asyncIterator]();
  const pieces: Uint8Array[] = [];
  let size = 0;
  const endsWithin = async (most: number): Promise<boolean> => {
    while (size <= most) {
      const piece = await source.next();
      if (piece.done === true) return true;
      pieces.push(piece.value);
      size += piece.value.length;
    }
    return false;
  };
  const read = () => jsonIn(pieces, contentEncoding, large?.bytes ?? longestJson);
  if (await endsWithin(longestJson)) return read();
  const value = await large?.turns.run(async () =>
    (await endsWithin(large.bytes)) ? read() : undefined,
  );
  await source.return?.();
  return value;
}

function jsonIn(
  pieces: readonly Uint8Array[],
  encoding: string | null,
  largest: number,
): JsonValue | undefined {
  try {
    const bytes = decoded(Buffer.concat(pieces), encoding, largest);
    const text = new TextDecoder().decode(bytes);
    return jsonSchema.parse(text.length > longestJson ? parsedAround(text) : parsed(text));
  } catch {
    return undefined;
  }
}

/** Decodes the bytes; returns them unchanged if their encoding is unknown, whatever their header says. */
function decoded(bytes: Buffer, encoding: string | null, maxOutputLength: number): Buffer {
  const bound = { maxOutputLength };
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return gunzipSync(bytes, bound);
  try {
    if (encoding === 'br') return brotliDecompressSync(bytes, bound);
    return encoding === 'deflate' ? inflateSync(bytes, bound) : bytes;
  } catch {
    return bytes;
  }
}

/** Length from which a text in base64 is taken out before the JSON is parsed. */
const longText = 64 * 1024;
/** Characters of base64 in a JSON text; some writers escape `/` and `=`. */
const notBase64 = /[^A-Za-z\d+/=_\\-]/;
/** Beginning of a data URL, in JSON or parsed; the rest is base64. */
export const dataUrlHead = /^data:[\w.+/\\-]{1,100};base64,/;
const longestHead = 120;
const placeholder = /^\$base64-(\d+)\$$/;

/**
 * Parses JSON that is only large because of videos and images in base64, which are neither parsed nor searched.
 *
 * @throws SyntaxError when it is not JSON, RangeError when it is large for another reason
 */
function parsedAround(text: string): unknown {
  const { around, taken } = withoutLongTexts(text);
  if (around.length > longestJson) throw new RangeError('The response is too long.');
  return parsed(around, (_name, value) => {
    const [, index] = placeholder.exec(typeof value === 'string' ? value : '') ?? [];
    return index === undefined ? value : (taken[Number(index)] ?? value);
  });
}

/** Takes out each long text in base64. Nothing but a text has that many of its characters between two quotes. */
function withoutLongTexts(text: string) {
  const taken: string[] = [];
  const kept: string[] = [];
  let [from, keptTo] = [0, 0];
  for (let to = text.indexOf('"'); to !== -1; to = text.indexOf('"', from)) {
    const inside = to - from >= longText ? text.slice(from, to) : undefined;
    const [head = ''] = dataUrlHead.exec(inside?.slice(0, longestHead) ?? '') ?? [];
    if (inside !== undefined && !notBase64.test(inside.slice(head.length))) {
      kept.push(text.slice(keptTo, from), `$base64-${taken.length}$`);
      taken.push(inside.includes('\\') ? z.string().parse(JSON.parse(`"${inside}"`)) : inside);
      keptTo = to;
    }
    from = to + 1;
  }
  return { around: [...kept, text.slice(keptTo)].join(''), taken };
}

const mayLoseDigits = /\d{16}|[eE]\+?\d{3}/;
const textOrNumber = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/**
 * Parses JSON and returns numbers beyond JavaScript's precision as texts: a whole number of 16 digits and more, because
 * a rounded id would name another task, and one beyond 1.8e308.
 *
 * @throws SyntaxError when it is not JSON
 */
function parsed(text: string, revive?: (name: string, value: unknown) => unknown): unknown {
  const value: unknown = JSON.parse(text, revive);
  if (!mayLoseDigits.test(text)) return value;
  return JSON.parse(
    text.replaceAll(textOrNumber, (token) => (losesDigits(token) ? `"${token}"` : token)),
    revive,
  );
}

function losesDigits(token: string): boolean {
  if (token.startsWith('"')) return false;
  return /^\d{16,}$/.test(token) || !Number.isFinite(Number(token));
}
