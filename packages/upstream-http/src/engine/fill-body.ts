import { createHash } from 'node:crypto';
import { canonicalJson, type ReadAsset } from '@filmgate/core';
import { z } from 'zod';
import type { AssetSlot, CallJson, MultipartPart, PreparedCall } from './provider-description.ts';

/** A body as sent. */
export interface FilledBody {
  readonly contentType: string;
  readonly bytes: string | Uint8Array;
}

const slotSchema = z.strictObject({
  $asset: z.strictObject({
    sha256: z.string(),
    contentType: z.string(),
    as: z.enum(['data-url', 'base64']),
  }),
});

/**
 * Returns the whole body of a call with the bytes of its references: equal calls with equal bytes give equal bodies.
 *
 * @throws Error when a reference cannot be read; then nothing may be sent
 */
export async function fillBody(
  { body }: Pick<PreparedCall, 'body'>,
  readAsset: ReadAsset,
): Promise<FilledBody> {
  switch (body.kind) {
    case 'json': {
      const value = await filled(body.value, readAsset);
      return { contentType: 'application/json', bytes: JSON.stringify(value) };
    }
    case 'multipart': {
      const boundary = boundaryOf(body.parts);
      return {
        contentType: `multipart/form-data; boundary=${boundary}`,
        bytes: await multipart(body.parts, boundary, readAsset),
      };
    }
  }
}

async function filled(value: CallJson, readAsset: ReadAsset): Promise<unknown> {
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return await Promise.all(value.map((entry) => filled(entry, readAsset)));
  if (!isSlot(value)) {
    const fields = Object.entries<CallJson>(value);
    const values = fields.map(
      async ([name, entry]) => [name, await filled(entry, readAsset)] as const,
    );
    return Object.fromEntries(await Promise.all(values));
  }
  const { sha256, contentType, as } = value.$asset;
  const base64 = Buffer.from(await readAsset(sha256)).toString('base64');
  return as === 'base64' ? base64 : `data:${contentType};base64,${base64}`;
}

function isSlot(value: object): value is AssetSlot {
  return slotSchema.safeParse(value).success;
}

function isList(value: object): value is readonly CallJson[] {
  return Array.isArray(value);
}

/**
 * The boundary is derived from the parts it separates, digests of the files included, so that an equal call gives equal
 * bytes. None of the parts can contain it: a text would have to contain a digest of itself.
 */
function boundaryOf(parts: readonly MultipartPart[]): string {
  const text = canonicalJson(z.json().parse(parts));
  return `filmgate-${createHash('sha256').update(text).digest('hex').slice(0, 48)}`;
}

/** RFC 7578, with names quoted as browsers do. */
async function multipart(
  parts: readonly MultipartPart[],
  boundary: string,
  readAsset: ReadAsset,
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for (const part of parts) {
    const name = `content-disposition: form-data; name="${quoted(part.name)}"`;
    const isText = 'text' in part;
    const fields = isText
      ? name
      : `${name}; filename="${quoted(part.fileName)}"\r\ncontent-type: ${oneLine(part.contentType)}`;
    pieces.push(
      Buffer.from(`--${boundary}\r\n${fields}\r\n\r\n`),
      isText ? Buffer.from(part.text) : await readAsset(part.sha256),
      Buffer.from('\r\n'),
    );
  }
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
}

function quoted(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}

function oneLine(value: string): string {
  return value.replaceAll(/[\r\n]+/g, ' ');
}
