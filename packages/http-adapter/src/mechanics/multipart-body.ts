import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type MultipartPart, readMultipart } from './multipart-parts.ts';
import { type FieldTree, nestFields } from './nested-fields.ts';
import { readBody } from './read-body.ts';
import { RefusedBody } from './refused-body.ts';

const carriageReturn = 0x0d;
const lineFeed = 0x0a;

/** A decoded form; told apart from JSON because empty text means "absent" in a form only. */
export class MultipartForm {
  readonly fields: { readonly [name: string]: FieldTree };

  constructor(fields: { readonly [name: string]: FieldTree }) {
    this.fields = fields;
  }
}

/** More than any creation needs. */
const bounds = {
  parts: 1000,
  headBytes: 16 * 1024,
  nameCharacters: 256,
  textBytes: 32 * 1024 * 1024,
};

/** `boundary` of RFC 2046 §5.1.1: 1 to 70 characters, quoted where it has to be; none of them is a quote itself. */
const boundaryParameter =
  /;[ \t]*boundary=(?:"([ !#-[\]-~]{1,70})"|([!#-[\]-~]{1,70}?))[ \t]*(?:;|$)/i;

/**
 * Adds `multipart/form-data` to what the scope takes; `request.body` is then a `MultipartForm`. The route's `bodyLimit`
 * counts.
 */
export function takeMultipart(app: FastifyInstance): void {
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
 * are UTF-8 text (RFC 7578 §5.1) with its line breaks as LF. Names nest as `nestFields` tells. The body is used up.
 *
 * @throws RefusedBody when the form, or the name of a field, cannot be read
 */
export async function decodeMultipart(body: Buffer, contentType: string): Promise<MultipartForm> {
  const found = boundaryParameter.exec(contentType);
  const boundary = found?.[1] ?? found?.[2];
  if (boundary === undefined) throw new RefusedBody('The form has no boundary.');
  const reading = await readMultipart(body, boundary, bounds);
  if (reading.kind === 'malformed') throw new RefusedBody(`The form ${reading.reason}.`);
  const nested = nestFields(reading.parts.map((part) => fieldOf(part)));
  if (nested.kind === 'malformed') {
    const { name } = nested;
    throw new RefusedBody(`The field name ${JSON.stringify(name)} cannot be read.`, {
      param: name,
    });
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
 * Browsers and SDKs write every line break of a form's text as CRLF; what was meant is what JSON would say. Done in
 * place: a text of nothing but line breaks would cost a list of them many times its size.
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
