import { LONGEST_HEAD_BYTES, type Mp4Unusable, readBoxHead, unusable } from './mp4-box.ts';
import type { ByteReader } from './mp4-byte-reader.ts';

/** Where something lies in the file, in bytes. */
export interface FileSpan {
  /** Offset of the box head. */
  readonly start: number;
  readonly headBytes: number;
  /** Offset of the first byte after the box. */
  readonly end: number;
}

/** The top level of an MP4 file, every box of which is closed inside the file. */
export interface Mp4Layout {
  readonly kind: 'layout';
  readonly movie: FileSpan;
  /** The `moof` boxes of a fragmented file, in file order. */
  readonly fragments: readonly FileSpan[];
  /** The `sidx` boxes, which announce data to come. */
  readonly indexes: readonly FileSpan[];
}

/** Ten minutes of one-frame fragments at 60 frames a second stay below; more is made to keep us reading. */
const MOST_TOP_BOXES = 100_000;
const LARGEST_INDEX_BYTES = 16 * 1024 * 1024;

interface TopBox extends FileSpan {
  readonly type: string;
}

/**
 * Walks the top level of a file: `ftyp` first, exactly one `moov`, nothing cut off.
 *
 * @see ISO/IEC 14496-12 §4.2, §6.2
 */
export async function readFileLayout(reader: ByteReader): Promise<Mp4Layout | Mp4Unusable> {
  if (reader.size === 0) return unusable('empty', 'The file is empty.');
  const movies: FileSpan[] = [];
  const fragments: FileSpan[] = [];
  const indexes: FileSpan[] = [];
  let offset = 0;
  for (let count = 0; offset < reader.size; count += 1) {
    if (count === MOST_TOP_BOXES)
      return unusable('too-complex', 'The file has more boxes than any video needs.');
    const box = await readTopBox(reader, offset);
    if ('kind' in box) return box;
    if (box.type === 'moov') movies.push(box);
    if (box.type === 'moof') fragments.push(box);
    if (box.type === 'sidx') indexes.push(box);
    offset = box.end;
  }
  const [movie, second] = movies;
  if (movie === undefined)
    return unusable(
      'truncated',
      'The file ends before its "moov" box, without which it cannot be played.',
    );
  if (second !== undefined) return unusable('malformed', 'The file has more than one "moov" box.');
  return { kind: 'layout', movie, fragments, indexes };
}

async function readTopBox(reader: ByteReader, start: number): Promise<TopBox | Mp4Unusable> {
  const wanted = Math.min(LONGEST_HEAD_BYTES, reader.size - start);
  const bytes = await reader.read(start, wanted);
  const head = readBoxHead(bytes);
  if (start === 0 && head?.type !== 'ftyp')
    return unusable('not-a-video', 'The file is not an MP4 video.');
  if (bytes.length < wanted)
    return unusable('truncated', 'The file is shorter than its recorded size.');
  if (head === undefined) {
    return bytes.length < LONGEST_HEAD_BYTES
      ? unusable('truncated', 'The file ends inside the head of a box.')
      : unusable('malformed', 'A box of the file gives an impossible size.');
  }
  return closeBox(reader.size, start, head);
}

function closeBox(
  fileSize: number,
  start: number,
  {
    type,
    headBytes,
    size,
  }: { readonly type: string; readonly headBytes: number; readonly size: number | null },
): TopBox | Mp4Unusable {
  if (size === null && type !== 'mdat') {
    return unusable('malformed', `The "${type}" box of the file gives no size.`);
  }
  const end = size === null ? fileSize : start + size;
  if (end > fileSize) return unusable('truncated', `The file ends inside its "${type}" box.`);
  const isRead = type === 'moov' || type === 'moof' || type === 'sidx';
  if (isRead && end - start > LARGEST_INDEX_BYTES) {
    return unusable('too-complex', `The "${type}" box of the file is larger than 16 MiB.`);
  }
  return { type, start, headBytes, end };
}

/** The content of a box of the layout; undefined when the file turned out shorter than it said. */
export async function readSpan(
  reader: ByteReader,
  span: FileSpan,
): Promise<Uint8Array | undefined> {
  const from = span.start + span.headBytes;
  const length = span.end - from;
  const bytes = await reader.read(from, length);
  return bytes.length < length ? undefined : bytes.subarray(0, length);
}
