import type { Digest, JsonValue, ReferenceSource } from '@filmgate/core';
import { decodeDataUrl, isDataUrl, checkRemoteUrl } from '../../http/data-url.ts';
import type { FieldReader } from '../../http/field-reader.ts';

/** The source of an image's bytes, and its identity in a repeated request. */
export interface ImageSource {
  readonly source: ReferenceSource;
  /** Bytes by digest, remote images by URL, assets by id [idempotency.content-digests]. */
  readonly identity: JsonValue;
}

/** Rules for reading an image, besides the request. */
export interface ImageRules {
  readonly digest: Digest;
  /** Maximum decoded size of one data URL, in bytes. */
  readonly dataUrlBytes: number;
  /** Maximum images of one request, over all fields. */
  readonly mostImages: number;
}

/** Reads an image's URL: a base64 data URL is decoded here, a remote one is fetched later. */
export function readImageUrl(
  reader: FieldReader,
  { text, param }: { readonly text: string; readonly param: string },
  rules: ImageRules,
): ImageSource | undefined {
  if (isDataUrl(text)) return readDataUrl(reader, { text, param }, rules);
  const problem = checkRemoteUrl(text);
  if (problem !== undefined) {
    reader.refuse(param, `${param} ${problem}.`);
    return undefined;
  }
  return { source: { kind: 'url', url: text }, identity: { url: text } };
}

function readDataUrl(
  reader: FieldReader,
  { text, param }: { readonly text: string; readonly param: string },
  rules: ImageRules,
): ImageSource | undefined {
  const reading = decodeDataUrl(text, rules.dataUrlBytes);
  switch (reading.kind) {
    case 'decoded':
      return imageOfBytes(reading.bytes, rules);
    case 'malformed':
      reader.refuse(param, `${param} is not a well-formed base64 data URL.`);
      return undefined;
    case 'too-large':
      reader.refuse(
        param,
        `${param} must not decode to more than ${rules.dataUrlBytes} bytes.`,
        'payload-too-large',
      );
      return undefined;
  }
}

/** Makes the source of an image that came with the request. */
export function imageOfBytes(bytes: Uint8Array, { digest }: ImageRules): ImageSource {
  return { source: { kind: 'bytes', bytes }, identity: { sha256: digest.sha256(bytes) } };
}

/** Makes the source of an uploaded image. */
export function imageOfAsset(assetId: string): ImageSource {
  return { source: { kind: 'asset', assetId }, identity: { asset: assetId } };
}
