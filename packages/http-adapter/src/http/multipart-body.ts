import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { Busboy } from '@fastify/busboy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type FieldTree, nestFields } from './nested-fields.ts';
import type { Fields } from './field-reader.ts';
import { isDataUrlAt, mostBesideDataUrls } from './data-url.ts';
import { readBody } from './read-body.ts';
import { RefusedBody } from './refused-request.ts';

/** One part of a form. */
interface MultipartPart {
  /** Undefined if the part has no name. */
  readonly name: string | undefined;
  /** True if the part has a file name: it is a file, whatever its type says. */
  readonly isFile: boolean;
  /** A view of the request body. */
  readonly bytes: Buffer;
}

interface MultipartBounds {
  readonly parts: number;
  /** Bytes of one part's headers. */
  readonly headBytes: number;
}

type MultipartReading =
  | { readonly kind: 'parts'; readonly parts: readonly MultipartPart[] }
  /** `reason` completes the sentence "The form …". */
  | { readonly kind: 'malformed'; readonly reason: string };

const endOfHead = Buffer.from('\r\n\r\n');
const closing = '--';

/**
 * Splits a form in memory (RFC 7578, RFC 2046 §5.1.1) without copying it. Text before the first and after the last
 * delimiter is ignored; a form without its closing delimiter was cut short and is malformed. The parts are counted
 * first: the parser gets nothing beyond the limits, and may skip no part unseen.
 *
 * @param boundary - without quotes and backslashes
 */
async function readMultipart(
  body: Buffer,
  boundary: string,
  bounds: MultipartBounds,
): Promise<MultipartReading> {
  const counted = countParts(body, boundary, bounds);
  if (counted.kind === 'malformed') return counted;
  if (counted.parts === 0) return { kind: 'parts', parts: [] };
  const parts = await parse(body, boundary);
  if (parts === undefined || parts.length < counted.parts)
    return malformed('has a part with invalid headers');
  return { kind: 'parts', parts };
}

function malformed(reason: string): Extract<MultipartReading, { readonly kind: 'malformed' }> {
  return { kind: 'malformed', reason };
}

type PartCount =
  | { readonly kind: 'parts'; readonly parts: number }
  | Extract<MultipartReading, { readonly kind: 'malformed' }>;

/** Searches from delimiter to delimiter as the parser will, with the platform's search. */
function countParts(body: Buffer, boundary: string, bounds: MultipartBounds): PartCount {
  const first = `--${boundary}`;
  const delimiter = Buffer.from(`\r\n${first}`, 'latin1');
  let parts = 0;
  let at = isAt(body, 0, first) ? first.length : after(body, delimiter, 0);
  if (at === undefined) return malformed('does not start with its boundary');
  while (at !== undefined) {
    if (isAt(body, at, closing)) return { kind: 'parts', parts };
    if (parts === bounds.parts) return malformed(`has more than ${bounds.parts} parts`);
    const head = body.subarray(at, at + bounds.headBytes + endOfHead.length);
    const next = after(body, delimiter, at);
    if (next !== undefined && !head.includes(endOfHead)) {
      return malformed(`has a part with headers of more than ${bounds.headBytes} bytes`);
    }
    parts += 1;
    at = next;
  }
  return malformed('ends before its closing boundary');
}

function isAt(body: Buffer, at: number, text: string): boolean {
  return body.toString('latin1', at, at + text.length) === text;
}

/** Returns the position after the next delimiter. */
function after(body: Buffer, delimiter: Buffer, from: number): number | undefined {
  const found = body.indexOf(delimiter, from);
  return found === -1 ? undefined : found + delimiter.length;
}

/** Reads every part as a file, so that its bytes stay as they were sent; undefined if the parser fails. */
function parse(body: Buffer, boundary: string): Promise<readonly MultipartPart[] | undefined> {
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` };
  const parser = new Busboy({ headers, isPartAFile: () => true, preservePath: true });
  return new Promise((resolve) => {
    const begun: (Omit<MultipartPart, 'bytes'> & { readonly pieces: readonly Buffer[] })[] = [];
    parser.on('file', (name: string | undefined, stream, fileName: string | undefined) => {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('error', () => resolve(undefined));
      begun.push({ name, isFile: fileName !== undefined, pieces });
    });
    parser.on('error', () => resolve(undefined));
    parser.on('finish', () => {
      resolve(begun.map(({ pieces, ...part }) => ({ ...part, bytes: joined(pieces) })));
    });
    parser.end(body);
  });
}

function joined(pieces: readonly Buffer[]): Buffer {
  const [only] = pieces;
  return only !== undefined && pieces.length === 1 ? only : Buffer.concat(pieces);
}

const carriageReturn = 0x0d;
const lineFeed = 0x0a;

/** A decoded form; distinct from JSON because empty text means "absent" in a form only. */
export class MultipartForm {
  readonly fields: { readonly [name: string]: FieldTree };

  constructor(fields: { readonly [name: string]: FieldTree }) {
    this.fields = fields;
  }
}

/**
 * Returns a form's fields with empty text as absent, because forms cannot leave a field out any other way; an empty
 * prompt stays, because it is invalid and not absent [tasks.create.null-absent].
 */
export function formFields({ fields }: MultipartForm): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      name === 'prompt' ? value : withoutEmpty(value),
    ]),
  );
}

function withoutEmpty(value: FieldTree): unknown {
  if (value === '') return null;
  if (typeof value === 'string' || value instanceof Uint8Array) return value;
  if (Array.isArray(value)) return value.map(withoutEmpty).filter((item) => item !== null);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withoutEmpty(inner)]),
  );
}

/** More than any creation needs. */
const bounds = {
  parts: 1000,
  headBytes: 16 * 1024,
  nameCharacters: 256,
  textBytes: 32 * 1024 * 1024,
};

/** `boundary` of RFC 2046 §5.1.1: 1 to 70 characters, quoted if necessary; none of them is a quote itself. */
const boundaryParameter =
  /;[ \t]*boundary=(?:"([ !#-[\]-~]{1,70})"|([!#-[\]-~]{1,70}?))[ \t]*(?:;|$)/i;

/**
 * Adds `multipart/form-data` to the body types the scope accepts; `request.body` is then a `MultipartForm`. The route's
 * `bodyLimit` applies.
 */
export function acceptMultipart(app: FastifyInstance): void {
  app.addContentTypeParser(
    'multipart/form-data',
    async (request: FastifyRequest, payload: IncomingMessage) => {
      const type = request.headers['content-type'] ?? '';
      const bytes = request.routeOptions.bodyLimit;
      return await decodeMultipart(await readBody(request, payload, { bytes }), type);
    },
  );
}

/**
 * Decodes `multipart/form-data` held in memory. Parts with a file name are kept as bytes, views of the body; the others
 * are UTF-8 text (RFC 7578 §5.1) with its line breaks as LF. Names nest as in `nestFields`. The body is consumed.
 *
 * @throws RefusedBody when the form, or the name of a field, cannot be read
 */
export async function decodeMultipart(body: Buffer, contentType: string): Promise<MultipartForm> {
  const found = boundaryParameter.exec(contentType);
  const boundary = found?.[1] ?? found?.[2];
  if (boundary === undefined) throw new RefusedBody('The form has no boundary.');
  const reading = await readMultipart(body, boundary, bounds);
  if (reading.kind === 'malformed') throw new RefusedBody(`The form ${reading.reason}.`);
  const beside = reading.parts.filter((part) => !part.isFile && !isDataUrlAt(part.bytes, 0));
  if (beside.reduce((sum, part) => sum + part.bytes.length, 0) > mostBesideDataUrls) {
    const message = `The form has more than ${mostBesideDataUrls} bytes of text beside data URLs.`;
    throw new RefusedBody(message);
  }
  const nested = nestFields(reading.parts.map((part) => fieldOf(part)));
  if (nested.kind !== 'nested') {
    const { name: param, kind } = nested;
    const why =
      kind === 'malformed' ? 'cannot be read' : 'contradicts an earlier field of the form';
    throw new RefusedBody(`The field name ${JSON.stringify(param)} ${why}.`, { param });
  }
  return new MultipartForm(nested.fields);
}

function fieldOf({ name: written, isFile, bytes }: MultipartPart): [string, string | Uint8Array] {
  if (written === undefined) throw new RefusedBody('The form has a part without a name.');
  if (written.length > bounds.nameCharacters) {
    throw new RefusedBody(`A field name must have at most ${bounds.nameCharacters} characters.`);
  }
  const name = written.replaceAll(/%22|%0D|%0A/gi, (escape) => decodeURIComponent(escape));
  return [name, isFile ? bytes : textOf(name, bytes)];
}

function textOf(name: string, bytes: Buffer): string {
  const field = JSON.stringify(name);
  if (bytes.length > bounds.textBytes) {
    const message = `The field ${field} must not have more than ${bounds.textBytes} bytes of text.`;
    throw new RefusedBody(message, { problem: 'body-too-large', param: name });
  }
  if (isUtf8(bytes)) return withPlainLineBreaks(bytes).toString('utf8');
  throw new RefusedBody(`The field ${field} is not UTF-8.`, { param: name });
}

/**
 * Browsers and SDKs write every line break of a form's text as CRLF; JSON would have LF. Done in place: a text of
 * nothing but line breaks would cost a list of them many times its size.
 */
function withPlainLineBreaks(bytes: Buffer): Buffer {
  let to = bytes.indexOf('\r\n');
  if (to === -1) return bytes;
  for (let at = to; at < bytes.length; at += 1) {
    if (bytes[at] === carriageReturn && bytes[at + 1] === lineFeed) continue;
    bytes[to] = bytes[at] ?? 0;
    to += 1;
  }
  return bytes.subarray(0, to);
}
