import type { FastifyInstance, FastifyRequest } from 'fastify';
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
}

/** More parts than any creation needs; each costs time before its name is known. */
const mostParts = 1_000;

/** Adds `multipart/form-data` to what the scope takes; `request.body` is then a `MultipartForm`. The `bodyLimit` counts. */
export function takeMultipart(app: FastifyInstance): void {
  app.addContentTypeParser<Buffer>(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) =>
      decodeMultipart(body, request.headers['content-type'] ?? ''),
  );
}

/**
 * Decodes `multipart/form-data` (RFC 7578) held in memory, by the platform's own parser. Parts with a file name are
 * kept as bytes, whatever their type says; names nest as `nestFields` tells.
 *
 * @throws MalformedMultipart when the form, or the name of a field, cannot be read
 */
export async function decodeMultipart(body: Uint8Array, contentType: string): Promise<MultipartForm> {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType);
  const delimiter = boundary?.[1] ?? boundary?.[2];
  if (delimiter === undefined) throw new MalformedMultipart('The form has no boundary.');
  if (hasMoreParts(body, delimiter)) {
    throw new MalformedMultipart(`The form has more than ${mostParts} parts.`);
  }
  const nested = nestFields(await readEntries(body, contentType));
  if (nested.kind === 'malformed') {
    throw new MalformedMultipart(`The field name ${JSON.stringify(nested.name)} cannot be read.`);
  }
  return new MultipartForm(nested.fields);
}

function hasMoreParts(body: Uint8Array, delimiter: string): boolean {
  const buffer = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  let parts = 0;
  for (let at = buffer.indexOf(delimiter); at !== -1; at = buffer.indexOf(delimiter, at + 1)) {
    parts += 1;
    if (parts > mostParts + 1) return true;
  }
  return false;
}

async function readEntries(
  body: Uint8Array,
  contentType: string,
): Promise<readonly (readonly [string, string | Uint8Array])[]> {
  const form = await parseForm(body, contentType);
  return Promise.all(
    Array.from(form, async ([name, value]): Promise<readonly [string, string | Uint8Array]> => [
      name,
      typeof value === 'string' ? value : new Uint8Array(await value.arrayBuffer()),
    ]),
  );
}

async function parseForm(body: Uint8Array, contentType: string): Promise<FormData> {
  const { buffer, byteOffset, byteLength } = body;
  const own = buffer instanceof ArrayBuffer ? new Uint8Array(buffer, byteOffset, byteLength) : body.slice();
  try {
    return await new Response(own, { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw new MalformedMultipart('The body is not a well-formed multipart form.');
  }
}
