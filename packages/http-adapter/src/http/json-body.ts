import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isDataUrlAt, mostBesideDataUrls } from './data-url.ts';
import { readBody } from './read-body.ts';
import { RefusedBody } from './refused-request.ts';

/** Limits of a JSON text; the length of its data URLs is limited by the text alone. */
export interface JsonBounds {
  /** Bytes of everything that is not a data URL. */
  readonly bytesBesideDataUrls: number;
  /** Values of every kind, containers included; field names are not counted. */
  readonly values: number;
  /** Nested containers. */
  readonly depth: number;
  /** Bytes of a field's name as written. */
  readonly nameBytes: number;
  /** Bytes of a number as written. */
  readonly numberBytes: number;
}

/** More than any request of ours needs [bodies.json.structure]. */
const jsonBounds: JsonBounds = {
  bytesBesideDataUrls: mostBesideDataUrls,
  values: 20_000,
  depth: 32,
  nameBytes: 1024,
  numberBytes: 64,
};

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const space = 0x20;

/**
 * Checks a JSON text before it is parsed: a small value takes two bytes as text and a hundred in memory, and parsers
 * and their users recurse on deep nesting. One pass over the bytes, without allocations. Text that is not JSON may
 * pass: a parser refuses it where it goes wrong, and until there the counts are right.
 *
 * @returns the fault, completing the sentence "The body …"; undefined within the limits
 */
export function checkJsonStructure(text: Buffer, bounds: JsonBounds): string | undefined {
  const endOfString = stringsOf(text);
  let values = 0;
  let commas = 0;
  let depth = 0;
  let stringBytes = 0;
  let dataUrlBytes = 0;
  for (let at = 0; at < text.length; ) {
    if (at - dataUrlBytes > bounds.bytesBesideDataUrls) return tooMuchBeside(bounds);
    const start = at;
    const byte = text[at] ?? 0;
    at += 1;
    if (byte <= space) continue;
    if (byte === colon) {
      if (stringBytes === 0) return undefined;
      if (stringBytes > bounds.nameBytes + 2) return tooLongAName(bounds);
      // The string before it was a name, not a value.
      values -= 1;
      stringBytes = 0;
    } else if (byte === comma) {
      commas += 1;
      if (commas > values) return undefined;
    } else if (byte === closeBracket || byte === closeBrace) {
      depth -= 1;
      if (depth < 0) return undefined;
    } else {
      values += 1;
      // The last of them may still turn out to be a name.
      if (values > bounds.values + 1) return tooManyValues(bounds);
      if (byte === openBracket || byte === openBrace) depth += 1;
      else at = byte === quote ? endOfString(at) : endOfWord(text, at, bounds.numberBytes);
      if (depth > bounds.depth) return `is nested more than ${bounds.depth} levels deep`;
      stringBytes = byte === quote ? at - start : 0;
      if (stringBytes > 0 && isDataUrlAt(text, start + 1)) dataUrlBytes += stringBytes;
      if (stringBytes === 0 && at - start > bounds.numberBytes) return tooLongANumber(bounds);
    }
  }
  if (text.length - dataUrlBytes > bounds.bytesBesideDataUrls) return tooMuchBeside(bounds);
  return values > bounds.values ? tooManyValues(bounds) : undefined;
}

function tooMuchBeside({ bytesBesideDataUrls }: JsonBounds): string {
  return `has more than ${bytesBesideDataUrls} bytes beside data URLs`;
}

function tooManyValues({ values }: JsonBounds): string {
  return `has more than ${values} values`;
}

function tooLongAName({ nameBytes }: JsonBounds): string {
  return `has a name of more than ${nameBytes} bytes`;
}

function tooLongANumber({ numberBytes }: JsonBounds): string {
  return `has a number of more than ${numberBytes} characters`;
}

/**
 * Finds the ends of strings. A long string without an escape, such as a data URL, is skipped by two searches of the
 * platform, which are some twenty times faster than a loop; the next escape is searched once.
 *
 * @returns a function from the position after an opening quote to the position after its closing one
 */
function stringsOf(text: Buffer): (from: number) => number {
  let escape = -1;
  return (from) => {
    if (escape < from) escape = positionOf(text, backslash, from);
    const end = positionOf(text, quote, from);
    if (end <= escape) return Math.min(end + 1, text.length);
    let at = escape;
    while (at < text.length && text[at] !== quote) at += text[at] === backslash ? 2 : 1;
    return Math.min(at + 1, text.length);
  };
}

function positionOf(text: Buffer, byte: number, from: number): number {
  const found = text.indexOf(byte, from);
  return found === -1 ? text.length : found;
}

/** Returns the end of a number or a literal, or the position `most` bytes further on if it is longer. */
function endOfWord(text: Uint8Array, from: number, most: number): number {
  const last = Math.min(text.length, from + most);
  let at = from;
  while (at < last && !endsWord(text[at] ?? 0)) at += 1;
  return at;
}

function endsWord(byte: number): boolean {
  return (
    byte <= space ||
    byte === comma ||
    byte === colon ||
    byte === quote ||
    byte === openBracket ||
    byte === closeBracket ||
    byte === openBrace ||
    byte === closeBrace
  );
}

/**
 * Makes `application/json` the only body type the scope accepts. Refuses text that is not UTF-8 (RFC 8259 §8.1), not
 * JSON, beyond `jsonBounds`, or with a `__proto__` or `constructor.prototype` key. The route's `bodyLimit` applies.
 *
 * @param keep - is given the bytes of each body, before they are parsed; absent = the bytes are freed
 */
export function acceptJsonOnly(
  app: FastifyInstance,
  keep: (request: FastifyRequest, body: Buffer) => void = () => undefined,
): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', (request, payload, done) => {
    const bytes = request.routeOptions.bodyLimit;
    // In two steps, so that the bytes can be freed before their text is parsed.
    readBody(request, payload, { bytes })
      .then((body) => {
        keep(request, body);
        return textOf(body);
      })
      .then(
        (text) => void parse(request, text, (error, value) => done(refusalOf(error), value)),
        done,
      );
  });
}

/** The framework's parser throws a bare error with a status, as a hook of an embedding program may. */
function refusalOf(error: Error | null): Error | null {
  return error === null ? null : new RefusedBody('The body is not well-formed JSON.');
}

function textOf(body: Buffer): string {
  if (!isUtf8(body)) throw new RefusedBody('The body is not UTF-8.');
  const problem = checkJsonStructure(body, jsonBounds);
  if (problem !== undefined) throw new RefusedBody(`The body ${problem}.`);
  return body.toString('utf8');
}
