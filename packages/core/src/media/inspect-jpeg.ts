/** What the header of a JPEG says. */
export interface JpegHeader {
  readonly contentType: 'image/jpeg';
  /** Pixels; zeros when the header is damaged, `missing` when the bytes end before it. */
  readonly size: { readonly width: number; readonly height: number } | 'missing';
  /** Whether the bytes reach to the end of the picture. */
  isComplete(): boolean;
}

/** A marker segment: its code, and where its content begins and ends. */
interface Segment {
  readonly code: number;
  readonly start: number;
  readonly end: number;
}

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const DAMAGED = { width: 0, height: 0 } as const;

/**
 * Reads a JPEG header; undefined when the bytes are no JPEG.
 *
 * @see ITU-T T.81 annex B
 */
export function inspectJpeg(bytes: Uint8Array): JpegHeader | undefined {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8 || bytes[2] !== 0xff) return undefined;
  return { contentType: 'image/jpeg', size: readSize(bytes), isComplete: () => reachesEnd(bytes) };
}

function readSize(bytes: Uint8Array): JpegHeader['size'] {
  for (let at = 2; ; ) {
    const segment = readSegment(bytes, at);
    if (segment === 'missing') return 'missing';
    if (segment === 'damaged' || segment.code === START_OF_SCAN || segment.code === END_OF_IMAGE)
      return DAMAGED;
    if (isFrameHeader(segment.code)) return readFrameHeader(bytes, segment);
    at = segment.end;
  }
}

function readFrameHeader(bytes: Uint8Array, { start, end }: Segment): JpegHeader['size'] {
  if (end - start < 6) return DAMAGED;
  if (start + 5 > bytes.length) return 'missing';
  const [, heightHigh = 0, heightLow = 0, widthHigh = 0, widthLow = 0] = bytes.subarray(
    start,
    start + 5,
  );
  return { width: (widthHigh << 8) | widthLow, height: (heightHigh << 8) | heightLow };
}

/** SOF0 to SOF15 without DHT, JPG and DAC, which share the range. */
function isFrameHeader(code: number): boolean {
  return code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc;
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
  const high = bytes[at + 1];
  const low = bytes[at + 2];
  if (high === undefined || low === undefined) return 'missing';
  const length = (high << 8) | low;
  return length < 2 ? 'damaged' : { code, start: at + 3, end: at + 1 + length };
}

/** Follows the segments and the coded data between them to the end marker, having seen a scan. */
function reachesEnd(bytes: Uint8Array): boolean {
  let hasScan = false;
  for (let at = 2; ; ) {
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

/** In coded data FF stands before 00 (a data byte) or a restart marker; any other marker ends it. */
function endOfCodedData(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(0xff, from);
  while (at >= 0) {
    const code = bytes[at + 1];
    const isData = code === 0 || (code !== undefined && code >= 0xd0 && code <= 0xd7);
    if (!isData) return at;
    at = bytes.indexOf(0xff, at + 2);
  }
  return bytes.length;
}
