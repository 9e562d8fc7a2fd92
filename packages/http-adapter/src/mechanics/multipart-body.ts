import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type MultipartPart, readMultipart } from './multipart-parts.ts';
import { type FieldTree, nestFields } from './nested-fields.ts';

/** A decoded form; told apart from JSON because empty text means "absent" in a form only. */
export class MultipartForm {
  readonly fields: { readonly [name: string]: FieldTree };

  constructor(fields: { readonly [name: string]: FieldTree }) {
    this.fields = fields;
  }
}

/** A body that is no well-formed form. `message` is for the caller. */
export class MalformedMultipart extends Error {
  override readonly name = 'MalformedMultipart';
  readonly statusCode = 400;
  /** The field concerned, as the caller wrote it; undefined when it is the form itself. */
  readonly param: string | undefined;

  constructor(message: string, param?: string) {
    super(message);
    this.param = param;
  }
}

/** More than any creation needs. */
const limits = { parts: 1000, headBytes: 16 * 1024 };

/** `boundary` of RFC 2046 §5.1.1: 1 to 70 of these characters, quoted where it has to be. */
const boundaryParameter = /;[ \t]*boundary=(?:"([ -~]{1,70})"|([!-~]{1,70}?))[ \t]*(?:;|$)/i;

/** Adds `multipart/form-data` to what the scope takes; `request.body` is then a `MultipartForm`. The `bodyLimit` counts. */
export function takeMultipart(app: FastifyInstance): void {
  app.addContentTypeParser<Buffer>(
    'multipart/form-data',
    { parseAs: 'buffer' },
    (request: FastifyRequest, body, done) => {
      done(null, decodeMultipart(body, request.headers['content-type'] ?? ''));
    },
  );
}

/**
 * Decodes `multipart/form-data` held in memory. Parts with a file name are kept as bytes, views of the body; the others
 * are UTF-8 text (RFC 7578 §5.1) with its line breaks as LF. Names nest as `nestFields` tells.
 *
 * @throws MalformedMultipart when the form, or the name of a field, cannot be read
 */
export function decodeMultipart(body: Buffer, contentType: string): MultipartForm {
  const found = boundaryParameter.exec(contentType);
  const boundary = found?.[1] ?? found?.[2];
  if (boundary === undefined) throw new MalformedMultipart('The form has no boundary.');
  const reading = readMultipart(body, boundary, limits);
  if (reading.kind === 'malformed') throw new MalformedMultipart(`The form ${reading.reason}.`);
  const nested = nestFields(reading.parts.map((part) => [part.name, valueOf(part)]));
  if (nested.kind === 'malformed') {
    const { name } = nested;
    throw new MalformedMultipart(`The field name ${JSON.stringify(name)} cannot be read.`, name);
  }
  return new MultipartForm(nested.fields);
}

function valueOf({ name, isFile, bytes }: MultipartPart): string | Uint8Array {
  if (isFile) return bytes;
  // Browsers and SDKs write every line break of a form's text as CRLF; what was meant is what JSON would say.
  if (isUtf8(bytes)) return bytes.toString('utf8').replaceAll('\r\n', '\n');
  throw new MalformedMultipart(`The field ${JSON.stringify(name)} is not UTF-8.`, name);
}
