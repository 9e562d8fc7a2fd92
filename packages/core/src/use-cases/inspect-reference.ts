import { formatName } from '../media/file-formats.ts';
import { headBytes } from '../media/head-bytes.ts';
import type { ReferenceDraft } from '../job/generation-request.ts';
import { type Reference, takenFormats } from '../media/reference.ts';
import type { OpenBlob } from '../ports/blob-store.ts';
import type { GatewayPorts, SniffedMedia } from '../ports/gateway-ports.ts';
import type { ByteReader, MediaInspection } from '../ports/inspect-media.ts';
import type { AcceptResult } from './accept-outcomes.ts';

export type ReferenceRefusal = Extract<AcceptResult, { readonly kind: 'reference-refused' }>;

export function refuseReference(
  draft: ReferenceDraft,
  reason: ReferenceRefusal['reason'],
  message: string,
): ReferenceRefusal {
  return { kind: 'reference-refused', param: draft.param, reason, message };
}

/** Type of a reference by its own bytes. */
export type InspectedReference =
  | ({ readonly kind: 'inspected'; readonly media: TakenMedia } & Pick<Reference, 'pixels'>)
  | ReferenceRefusal;

type TakenMedia = Exclude<SniffedMedia, { readonly kind: 'not-taken' }>;

/** Checks the bytes of a reference: their type, and of a picture that it is complete, and its size. */
export async function inspectReference(
  ports: Pick<GatewayPorts, 'sniffMedia' | 'inspectMedia'>,
  draft: ReferenceDraft,
  file: ByteReader,
): Promise<InspectedReference> {
  const subject = nameOf(draft);
  if (file.size === 0) return refuseReference(draft, 'empty', `${subject} is empty.`);
  const media = ports.sniffMedia(await file.read(0, Math.min(headBytes, file.size)));
  const taken = takenFormats[draft.kind];
  if (media === undefined)
    return refuseReference(
      draft,
      'type-unsupported',
      `${subject} has an unsupported type; supported are ${taken}.`,
    );
  if (media.kind === 'not-taken')
    return refuseReference(
      draft,
      'type-unsupported',
      `${subject} has the unsupported type ${formatName(media.contentType)}; supported are ${taken}.`,
    );
  if (media.kind !== draft.kind)
    return refuseReference(
      draft,
      'wrong-kind',
      `${subject} is ${media.kind}, not ${draft.kind}; supported are ${taken}.`,
    );
  if (media.kind !== 'image') return { kind: 'inspected', media };
  return pictureOf(await ports.inspectMedia(file, 'image'), draft, media);
}

/** Returns the reference by the inspection of a picture. */
function pictureOf(
  picture: MediaInspection,
  draft: ReferenceDraft,
  media: TakenMedia,
): InspectedReference {
  const damaged = (why: string) =>
    refuseReference(draft, 'damaged', `${nameOf(draft)} cannot be used: ${why}`);
  switch (picture.kind) {
    case 'sound':
      return {
        kind: 'inspected',
        media,
        pixels: { width: picture.width, height: picture.height },
      };
    case 'unmeasured':
      return { kind: 'inspected', media };
    case 'unchecked':
      return damaged(picture.note);
    case 'unusable':
      return damaged(picture.message);
  }
}

/** Returns the thing a refusal names: the file of a caller's host, or the caller's own. */
function nameOf({ source }: ReferenceDraft): string {
  return source.kind === 'url' ? `The file from ${new URL(source.url).host}` : 'The reference';
}

/** Bytes in memory, read as a file. */
export function readerOf(bytes: Uint8Array): ByteReader {
  return {
    size: bytes.length,
    read: async (offset, length) => bytes.subarray(offset, offset + length),
  };
}

/** A blob, read as a file. */
export function readerOfBlob(blob: OpenBlob): ByteReader {
  return {
    size: blob.size,
    async read(offset, length) {
      const bytes = new Uint8Array(Math.max(0, Math.min(length, blob.size - offset)));
      let filled = 0;
      while (filled < bytes.length) {
        const read = await blob.readInto(bytes.subarray(filled), offset + filled);
        if (read === 0) throw new Error('A stored reference is shorter than recorded.');
        filled += read;
      }
      return bytes;
    },
  };
}
