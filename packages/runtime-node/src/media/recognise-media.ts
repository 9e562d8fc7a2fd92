import type { RecogniseMedia } from '@filmgate/core';
import { sniffMediaType } from './sniff-media-type.ts';

type Mark = readonly [contentType: string, isIt: (head: Uint8Array) => boolean];

const DOCUMENTS: ReadonlySet<string> = new Set(['image/svg+xml', 'application/pdf']);

/**
 * Formats of results beside those of assets, by their magic bytes [results.other-form]. A separate table: the parsers
 * of libraries walk through the containers, and these bytes are hostile.
 */
const MARKS: readonly Mark[] = [
  // Any other file of this family may be a video: its boxes are more reliable than its brand.
  ['video/mp4', (head) => textIn(head, 4, 'ftyp')],
  ['video/quicktime', beginsWithOldAtom],
  ['video/matroska', (head) => bytesIn(head, 0, [0x1a, 0x45, 0xdf, 0xa3])],
  ['video/mp2t', (head) => isPacketStream(head, 0, 188) || isPacketStream(head, 4, 192)],
  ['video/mpeg', (head) => bytesIn(head, 0, [0, 0, 1, 0xba]) || bytesIn(head, 0, [0, 0, 1, 0xb3])],
  ['video/x-msvideo', (head) => textIn(head, 0, 'RIFF') && textIn(head, 8, 'AVI ')],
  ['video/x-flv', (head) => textIn(head, 0, 'FLV\u0001')],
  ['video/x-ms-asf', (head) => bytesIn(head, 0, [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11])],
  // The first page of a video contains the header of its coding.
  ['video/ogg', (head) => textIn(head, 0, 'OggS') && textIn(head, 28, '\u0080theora')],
  ['audio/ogg', (head) => textIn(head, 0, 'OggS')],
];

/** Implements the port. */
export const recogniseMedia: RecogniseMedia = (head) => {
  const sniffed = sniffMediaType(head);
  // Documents contain images, and a page may be one.
  if (sniffed !== undefined)
    return DOCUMENTS.has(sniffed.contentType) ? undefined : sniffed.contentType;
  return MARKS.find(([, isIt]) => isIt(head))?.[0];
};

const OLD_ATOMS: readonly string[] = ['moov', 'wide', 'free', 'skip', 'pnot'];

/**
 * QuickTime files from before the `ftyp` box. The bytes before the name are a size, and no word; only media boxes are
 * of half a GiB and more.
 */
function beginsWithOldAtom(head: Uint8Array): boolean {
  if (textIn(head, 4, 'mdat'))
    return head.subarray(0, 4).some((byte) => byte < 0x20 || byte > 0x7e);
  return (head[0] ?? 0x20) < 0x20 && OLD_ATOMS.some((atom) => textIn(head, 4, atom));
}

/** Packets of one length, each beginning with the sync byte (ISO/IEC 13818-1 §2.4.3.2). */
function isPacketStream(head: Uint8Array, first: number, packetBytes: number): boolean {
  return [0, 1, 2, 3].every((packet) => head[first + packet * packetBytes] === 0x47);
}

function textIn(head: Uint8Array, offset: number, text: string): boolean {
  return bytesIn(head, offset, [...Buffer.from(text, 'latin1')]);
}

function bytesIn(head: Uint8Array, offset: number, bytes: readonly number[]): boolean {
  return bytes.every((byte, index) => head[offset + index] === byte);
}
