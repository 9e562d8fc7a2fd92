import type { SniffedMedia } from '@filmgate/core';
import { sniffAudioFrames } from './sniff-audio-frames.ts';

/** A format that is not accepted for assets. */
type NotTaken = Extract<SniffedMedia, { readonly kind: 'not-taken' }>;

function notTaken(contentType: string): NotTaken {
  return { kind: 'not-taken', contentType };
}

/** Kinds of ISO base media file (ISO/IEC 14496-12) that may be assets. */
type SniffedIsoFile =
  | { readonly kind: 'video'; readonly contentType: 'video/mp4'; readonly extension: 'mp4' }
  | { readonly kind: 'video'; readonly contentType: 'video/quicktime'; readonly extension: 'mov' }
  | { readonly kind: 'audio'; readonly contentType: 'audio/mp4'; readonly extension: 'm4a' };

const MP4 = { kind: 'video', contentType: 'video/mp4', extension: 'mp4' } as const;
const QUICKTIME = { kind: 'video', contentType: 'video/quicktime', extension: 'mov' } as const;
const M4A = { kind: 'audio', contentType: 'audio/mp4', extension: 'm4a' } as const;

const LARGEST_FTYP_BYTES = 1024;
const SOUND_BRANDS: ReadonlySet<string> = new Set(['M4A ', 'M4B ', 'M4P ']);
const VIDEO_BRAND = /^(?:iso[m2-9a-c]|mp4[12]|avc1|av01|M4V[ HP]|MSNV|dash|msdh|f4v |cmf[c2])$/;
/** Still pictures (HEIF, AVIF, Canon raw) share the container. */
const PICTURE_BRAND = /^(?:hei[cmsx]|hev[cmsx]|mif[12]|msf1|avi[fsco]|crx |jpeg)$/;

/**
 * Distinguishes files that begin with an `ftyp` box by their brands: the major brand decides, else the first
 * significant one among the compatible brands.
 *
 * @param head - at least the whole `ftyp` box
 */
function sniffIsoBrand(head: Uint8Array): SniffedIsoFile | NotTaken | undefined {
  if (head.length < 16) return undefined;
  const size = new DataView(head.buffer, head.byteOffset, head.byteLength).getUint32(0);
  if (size < 16 || size % 4 !== 0 || size > LARGEST_FTYP_BYTES || size > head.length)
    return undefined;
  for (let at = 8; at < size; at = at === 8 ? 16 : at + 4) {
    const brand = String.fromCharCode(...head.subarray(at, at + 4));
    if (PICTURE_BRAND.test(brand)) return notTaken(pictureFormat(head.subarray(8, size)));
    if (brand === 'qt  ') return QUICKTIME;
    if (SOUND_BRANDS.has(brand)) return M4A;
    if (VIDEO_BRAND.test(brand)) return MP4;
  }
  return undefined;
}

const PNG = { kind: 'image', contentType: 'image/png', extension: 'png' } as const;
const JPEG = { kind: 'image', contentType: 'image/jpeg', extension: 'jpg' } as const;
const WEBP = { kind: 'image', contentType: 'image/webp', extension: 'webp' } as const;
const WEBM = { kind: 'video', contentType: 'video/webm', extension: 'webm' } as const;
const WAV = { kind: 'audio', contentType: 'audio/wav', extension: 'wav' } as const;

const EBML_DOCTYPE_WEBM = [0x42, 0x82, 0x84, 0x77, 0x65, 0x62, 0x6d];

/** Brands common to all these pictures may precede the specific one. */
function pictureFormat(brands: Uint8Array): string {
  const text = String.fromCharCode(...brands);
  if (/avi[fsco]/.test(text)) return 'image/avif';
  if (/hei[cmsx]|hev[cmsx]/.test(text)) return 'image/heic';
  return text.startsWith('crx ') ? 'image/x-canon-cr3' : 'image/heif';
}

/** Image formats that people upload and that are not accepted, by their first bytes. */
const FOREIGN_MAGIC: readonly (readonly [readonly number[], string])[] = [
  [[0x47, 0x49, 0x46, 0x38], 'image/gif'],
  [[0x49, 0x49, 0x2a, 0x00], 'image/tiff'],
  [[0x4d, 0x4d, 0x00, 0x2a], 'image/tiff'],
  [[0x00, 0x00, 0x00, 0x0c, 0x4a, 0x58, 0x4c, 0x20], 'image/jxl'],
  [[0x38, 0x42, 0x50, 0x53], 'image/vnd.adobe.photoshop'],
  [[0x25, 0x50, 0x44, 0x46, 0x2d], 'application/pdf'],
];
/** Text that may precede the element of an SVG. */
const XML_START = /^<(?:svg|\?xml|!--|!doctype svg)/i;

/**
 * Recognises the ten media types an asset may have (png, jpeg, webp, mp4, webm, quicktime, mp3, wav, m4a, aac) by their
 * magic bytes, as the WHATWG MIME Sniffing Standard §6 does where it covers them, and further image formats that people
 * upload.
 *
 * @param head - the first `SNIFF_BYTES` (4100) bytes, or the whole of a smaller file
 * @returns undefined for anything else
 */
export function sniffMediaType(head: Uint8Array): SniffedMedia | undefined {
  if (startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return PNG;
  if (startsWith(head, [0xff, 0xd8, 0xff])) return JPEG;
  if (textAt(head, 0) === 'RIFF') return sniffRiff(head);
  if (textAt(head, 4) === 'ftyp') return sniffIsoBrand(head);
  if (startsWith(head, [0x1a, 0x45, 0xdf, 0xa3])) return isWebm(head) ? WEBM : undefined;
  return sniffAudioFrames(head) ?? sniffForeign(head);
}

function sniffForeign(head: Uint8Array): NotTaken | undefined {
  // Two letters alone begin many texts; the four reserved bytes of a bitmap are zeros.
  if (startsWith(head, [0x42, 0x4d]) && startsWith(head.subarray(6), [0, 0, 0, 0]))
    return notTaken('image/bmp');
  const known = FOREIGN_MAGIC.find(([magic]) => startsWith(head, magic));
  if (known !== undefined) return notTaken(known[1]);
  const text = new TextDecoder().decode(head).trimStart();
  return XML_START.test(text) && /<svg[\s>]/i.test(text) ? notTaken('image/svg+xml') : undefined;
}

function sniffRiff(head: Uint8Array): SniffedMedia | undefined {
  const form = textAt(head, 8);
  if (form === 'WAVE') return WAV;
  return form === 'WEBP' && textAt(head, 12)?.startsWith('VP8') === true ? WEBP : undefined;
}

/** The EBML header is short and its document type is in the first 64 bytes; Matroska has another one (RFC 8794). */
function isWebm(head: Uint8Array): boolean {
  for (let at = 4; at < 64; at += 1) {
    if (EBML_DOCTYPE_WEBM.every((byte, index) => head[at + index] === byte)) return true;
  }
  return false;
}

function startsWith(head: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => head[index] === byte);
}

function textAt(head: Uint8Array, offset: number): string | undefined {
  if (head.length < offset + 4) return undefined;
  return String.fromCharCode(...head.subarray(offset, offset + 4));
}
