import type { MeasuredMedia, UnusableMedia } from '@filmgate/core';
import { InspectionBudget, OverBudget, type UncheckedFile } from './inspection-budget.ts';

interface SoundImage extends MeasuredMedia {
  readonly kind: 'sound';
  readonly contentType: PictureHeader['contentType'];
}

/** Content of an image's header. */
interface PictureHeader {
  readonly contentType: 'image/png' | 'image/jpeg' | 'image/webp';
  /** Pixels; zeros when the header is damaged, `missing` when the bytes end before the size. */
  readonly size: { readonly width: number; readonly height: number } | 'missing';
  /** True if the bytes include the end of the image. */
  isComplete(): boolean;
}

const DAMAGED = { width: 0, height: 0 } as const;

/**
 * Reads an image's size from its header and checks that its end is present. Never decodes pixels. A JPEG's EXIF
 * orientation is not applied.
 *
 * @param bytes - the whole file
 */
export function inspectImage(
  bytes: Uint8Array,
): SoundImage | UncheckedFile | Omit<UnusableMedia, 'contentType'> {
  try {
    return inspectWithin(new InspectionBudget(), bytes);
  } catch (error) {
    if (error instanceof OverBudget) return error.verdict;
    throw error;
  }
}

function inspectWithin(
  budget: InspectionBudget,
  bytes: Uint8Array,
): SoundImage | Omit<UnusableMedia, 'contentType'> {
  if (bytes.length === 0) return unusable('empty', 'The image is empty.');
  const found = readPng(bytes, budget) ?? readJpeg(bytes, budget) ?? readWebp(bytes);
  if (found === undefined)
    return unusable('not-an-image', 'The file is not a PNG, JPEG or WebP image.');
  if (found.size === 'missing') return unusable('truncated', 'The image ends in its header.');
  const { width, height } = found.size;
  if (width === 0 || height === 0)
    return unusable('malformed', 'The header of the image is damaged.');
  if (!found.isComplete()) return unusable('truncated', 'The image ends early.');
  const { contentType } = found;
  return { kind: 'sound', contentType, width, height, durationSeconds: null, hasAudio: false };
}

function unusable(
  reason: UnusableMedia['reason'],
  message: string,
): Omit<UnusableMedia, 'contentType'> {
  return { kind: 'unusable', reason, message };
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function textAt(bytes: Uint8Array, offset: number): string {
  return String.fromCharCode(...bytes.subarray(offset, offset + 4));
}

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const PNG_LARGEST_SIDE = 2 ** 31 - 1;
const PNG_HEADER_BYTES = 24;

/** @see W3C PNG (Third Edition) §5.2, §11.2.1 */
function readPng(bytes: Uint8Array, budget: InspectionBudget): PictureHeader | undefined {
  if (!PNG_SIGNATURE.every((byte, index) => bytes[index] === byte)) return undefined;
  const view = viewOf(bytes);
  const readSize = (): PictureHeader['size'] => {
    if (bytes.length < PNG_HEADER_BYTES) return 'missing';
    const width = view.getUint32(16);
    const height = view.getUint32(20);
    const isHeader = view.getUint32(8) === 13 && textAt(bytes, 12) === 'IHDR';
    return isHeader && Math.max(width, height) <= PNG_LARGEST_SIDE ? { width, height } : DAMAGED;
  };
  return {
    contentType: 'image/png',
    size: readSize(),
    isComplete: () => reachesIend(bytes, budget),
  };
}

/** Follows the chunks to `IEND`, which every complete image has, and requires image data on the way. */
function reachesIend(bytes: Uint8Array, budget: InspectionBudget): boolean {
  const view = viewOf(bytes);
  let hasData = false;
  let offset = 8;
  while (offset + 12 <= bytes.length) {
    budget.takePart();
    const type = textAt(bytes, offset + 4);
    offset += 12 + view.getUint32(offset);
    if (type === 'IDAT') hasData = true;
    if (type === 'IEND') return hasData && offset <= bytes.length;
  }
  return false;
}

/** Length of the header with the size: lossless images begin with it. */
const WEBP_LOSSLESS_HEADER_BYTES = 25;
const WEBP_HEADER_BYTES = 30;

/** @see RFC 9649 §2.5 to §2.7, RFC 6386 §9.1 */
function readWebp(bytes: Uint8Array): PictureHeader | undefined {
  if (textAt(bytes, 0) !== 'RIFF' || textAt(bytes, 8) !== 'WEBP') return undefined;
  const view = viewOf(bytes);
  const chunk = textAt(bytes, 12);
  const needed = chunk === 'VP8L' ? WEBP_LOSSLESS_HEADER_BYTES : WEBP_HEADER_BYTES;
  return {
    contentType: 'image/webp',
    size: bytes.length < needed ? 'missing' : readWebpSize(view, chunk),
    isComplete: () => view.getUint32(4, true) + 8 <= bytes.length,
  };
}

function readWebpSize(view: DataView, chunk: string): PictureHeader['size'] {
  switch (chunk) {
    case 'VP8 ':
      if (view.getUint16(23) !== 0x9d01 || view.getUint8(25) !== 0x2a) return DAMAGED;
      return {
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
      };
    case 'VP8L': {
      if (view.getUint8(20) !== 0x2f) return DAMAGED;
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return {
        width: (view.getUint32(24, true) & 0xff_ff_ff) + 1,
        height: (view.getUint32(26, true) >>> 8) + 1,
      };
    default:
      return DAMAGED;
  }
}

/** A marker segment of a JPEG: its code, and the bounds of its content. */
interface Segment {
  readonly code: number;
  readonly start: number;
  readonly end: number;
}

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

/** @see ITU-T T.81 annex B */
function readJpeg(bytes: Uint8Array, budget: InspectionBudget): PictureHeader | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8 || bytes[2] !== 0xff) return undefined;
  return {
    contentType: 'image/jpeg',
    size: readJpegSize(bytes, budget),
    isComplete: () => reachesEoi(bytes, budget),
  };
}

function readJpegSize(bytes: Uint8Array, budget: InspectionBudget): PictureHeader['size'] {
  for (let at = 2; ; ) {
    budget.takePart();
    const segment = readSegment(bytes, at);
    if (segment === 'missing') return 'missing';
    if (segment === 'damaged' || segment.code === START_OF_SCAN || segment.code === END_OF_IMAGE)
      return DAMAGED;
    // SOF0 to SOF15 without DHT, JPG and DAC, which share the range.
    const { code, start, end } = segment;
    if (code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc) {
      if (end - start < 6) return DAMAGED;
      if (start + 5 > bytes.length) return 'missing';
      const view = viewOf(bytes);
      return { width: view.getUint16(start + 3), height: view.getUint16(start + 1) };
    }
    at = end;
  }
}

function readSegment(bytes: Uint8Array, from: number): Segment | 'missing' | 'damaged' {
  if (from >= bytes.length) return 'missing';
  if (bytes[from] !== 0xff) return 'damaged';
  let at = from + 1;
  while (bytes[at] === 0xff) at += 1;
  const code = bytes[at];
  if (code === undefined) return 'missing';
  if (code === 0 || code === 0xd8) return 'damaged';
  const standsAlone = code === 0x01 || code === END_OF_IMAGE || (code >= 0xd0 && code <= 0xd7);
  if (standsAlone) return { code, start: at + 1, end: at + 1 };
  if (at + 3 > bytes.length) return 'missing';
  const length = viewOf(bytes).getUint16(at + 1);
  return length < 2 ? 'damaged' : { code, start: at + 3, end: at + 1 + length };
}

/** Follows the segments and the coded data between them to the end marker, and requires a scan on the way. */
function reachesEoi(bytes: Uint8Array, budget: InspectionBudget): boolean {
  let hasScan = false;
  for (let at = 2; ; ) {
    budget.takePart();
    const segment = readSegment(bytes, at);
    if (segment === 'missing' || segment === 'damaged') return false;
    if (segment.code === END_OF_IMAGE) return hasScan;
    at = segment.end;
    if (segment.code === START_OF_SCAN) {
      hasScan = true;
      at = endOfCodedData(bytes, at);
    }
  }
}

/** In coded data FF precedes 00 (a data byte) or a restart marker; any other marker ends the data. */
function endOfCodedData(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at += 1) {
    if (bytes[at] !== 0xff) continue;
    const code = bytes[at + 1];
    const isData = code === 0 || (code !== undefined && code >= 0xd0 && code <= 0xd7);
    if (!isData) return at;
    at += 1;
  }
  return bytes.length;
}
