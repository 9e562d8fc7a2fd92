import { createHash } from 'node:crypto';
import { canonicalJson, type ReadAsset } from '@filmgate/core';
import { z } from 'zod';
import type {
  AssetSlot,
  CallJson,
  LinkAsset,
  MultipartPart,
  PreparedCall,
} from './provider-description.ts';

/** A body as sent. */
export interface FilledBody {
  readonly contentType: string;
  readonly bytes: string | Uint8Array;
}

const slotSchema = z.strictObject({
  $asset: z.strictObject({
    sha256: z.string(),
    contentType: z.string(),
    as: z.enum(['data-url', 'base64', 'link', 'uploaded']),
  }),
});

/** No link to a reference could be made, now or at all. */
export class NotLinked extends Error {
  override readonly name = 'NotLinked';
}

/** Ways to the references of a call. */
export interface AssetSource {
  readonly readAsset: ReadAsset;
  /** Undefined = no link can be made. */
  readonly linkAsset: LinkAsset | undefined;
}

/**
 * Returns the whole body of a call with its references: equal calls with equal bytes and links give equal bodies.
 *
 * @throws NotLinked when no link can be made
 * @throws Error when a reference cannot be read, or was not uploaded; in either case nothing may be sent
 */
export async function fillBody(
  { body }: Pick<PreparedCall, 'body'>,
  source: AssetSource,
): Promise<FilledBody> {
  switch (body.kind) {
    case 'json': {
      const value = await filled(body.value, source);
      return { contentType: 'application/json', bytes: JSON.stringify(value) };
    }
    case 'multipart': {
      const boundary = boundaryOf(body.parts);
      return {
        contentType: `multipart/form-data; boundary=${boundary}`,
        bytes: await multipart(body.parts, boundary, source.readAsset),
      };
    }
  }
}

async function filled(value: CallJson, source: AssetSource): Promise<unknown> {
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return await Promise.all(value.map((entry) => filled(entry, source)));
  if (!isSlot(value)) {
    const fields = Object.entries<CallJson>(value);
    const values = fields.map(
      async ([name, entry]) => [name, await filled(entry, source)] as const,
    );
    return Object.fromEntries(await Promise.all(values));
  }
  const { sha256, contentType, as } = value.$asset;
  switch (as) {
    case 'link':
      return await linkOf({ sha256, contentType }, source);
    case 'uploaded':
      throw new Error('A reference was not uploaded.');
    case 'base64':
    case 'data-url': {
      const base64 = Buffer.from(await source.readAsset(sha256)).toString('base64');
      return as === 'base64' ? base64 : `data:${contentType};base64,${base64}`;
    }
  }
}

async function linkOf(
  asset: Parameters<LinkAsset>[0],
  { linkAsset }: AssetSource,
): Promise<string> {
  try {
    if (linkAsset !== undefined) return await linkAsset(asset);
  } catch (cause) {
    throw new NotLinked('No link to a reference could be made.', { cause });
  }
  throw new NotLinked('No links to references are made.');
}

/** Returns JSON with the locations of its uploaded references, by their digests; others keep their slots. */
export function withLocations(
  value: CallJson,
  locations: { readonly [sha256: string]: string },
): CallJson {
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map((entry) => withLocations(entry, locations));
  if (isSlot(value)) {
    const { sha256, as } = value.$asset;
    return as === 'uploaded' ? (locations[sha256] ?? value) : value;
  }
  const fields = Object.entries<CallJson>(value);
  return Object.fromEntries(fields.map(([name, entry]) => [name, withLocations(entry, locations)]));
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
