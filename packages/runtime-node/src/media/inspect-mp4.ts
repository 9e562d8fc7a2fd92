import type { ByteReader, UnusableMedia } from '@filmgate/core';
import { InspectionBudget, OverBudget, type UncheckedFile } from './inspection-budget.ts';
import { LONGEST_HEAD_BYTES, readBoxHead, readBoxTree, Refused } from './mp4-box.ts';
import {
  announcedEnd,
  type FragmentDefaults,
  readFragment,
  readFragmentDefaults,
} from './mp4-fragment.ts';
import type { SampleTotals } from './mp4-samples.ts';
import { type Mp4Picture, type Mp4Track, readMovieDuration, readTrack } from './mp4-track.ts';

/** A track with its samples, in the movie box and in fragments. */
export interface Mp4TrackFacts {
  readonly media: Mp4Track['media'];
  readonly samples: number;
  readonly bytes: number;
  readonly durationSeconds: number;
}

/** A complete MP4 or QuickTime file: everything its tables name is present. Its size is in pixels after rotation. */
export interface SoundMp4 extends Mp4Picture {
  readonly kind: 'sound';
  readonly tracks: readonly Mp4TrackFacts[];
  readonly durationSeconds: number;
  /** True if a sound track has samples; it may still be silent. */
  readonly hasAudio: boolean;
}

/**
 * Checks from its structure alone that a stored file is a complete MP4 or QuickTime video: every box closed inside the
 * file, a video track, every sample inside the file. Reads box heads and indexes only, never the media. Hostile input
 * costs no more than a budget.
 *
 * @throws errors of the reader
 * @see ISO/IEC 14496-12
 */
export async function inspectMp4(
  reader: ByteReader,
): Promise<SoundMp4 | UncheckedFile | Omit<UnusableMedia, 'contentType'>> {
  const file = { reader, budget: new InspectionBudget() };
  try {
    const layout = await readLayout(file);
    const movie = readMovie(await readTables(file, layout.movie), file);
    for (const span of layout.indexes) {
      if (announcedEnd(await readTables(file, span), span.end) > reader.size)
        throw new Refused('truncated', 'The file ends before its last declared fragment.');
    }
    return conclude(movie, await readFragments(file, layout.fragments, movie.fragmentDefaults));
  } catch (error) {
    if (error instanceof OverBudget) return error.verdict;
    if (!(error instanceof Refused)) throw error;
    return { kind: 'unusable', reason: error.reason, message: error.message };
  }
}

/** A file, with its remaining budget. */
interface CostedFile {
  readonly reader: ByteReader;
  readonly budget: InspectionBudget;
}

/** Position of a top-level box in the file, in bytes. */
interface FileSpan {
  readonly type: string;
  /** Offset of the box head. */
  readonly start: number;
  readonly headBytes: number;
  /** Offset of the first byte after the box. */
  readonly end: number;
}

/** Maximum size of a box of tables, in bytes; one is in memory at a time. */
const LARGEST_INDEX_BYTES = 16 * 1024 * 1024;

/**
 * Walks the top level of a file: exactly one `moov`, nothing cut off.
 *
 * @see ISO/IEC 14496-12 §4.2, §6.2
 */
async function readLayout({ reader, budget }: CostedFile) {
  if (reader.size === 0) throw new Refused('empty', 'The file is empty.');
  const spans: FileSpan[] = [];
  let offset = 0;
  while (offset < reader.size) {
    budget.takePart();
    const box = await readTopBox(reader, offset);
    if (['moov', 'moof', 'sidx'].includes(box.type)) spans.push(box);
    offset = box.end;
  }
  const ofType = (type: string) => spans.filter((span) => span.type === type);
  const [movie, second] = ofType('moov');
  if (movie === undefined)
    throw new Refused(
      'truncated',
      'The file ends before its "moov" box, without which it cannot be played.',
    );
  if (second !== undefined)
    throw new Refused('malformed', 'The file has more than one "moov" box.');
  return { movie, fragments: ofType('moof'), indexes: ofType('sidx') };
}

/** First boxes of a file: `ftyp`, and those that QuickTime files began with before it existed. */
const FIRST_BOXES: ReadonlySet<string> = new Set([
  'ftyp',
  'moov',
  'mdat',
  'wide',
  'free',
  'skip',
  'pnot',
]);

async function readTopBox(reader: ByteReader, start: number): Promise<FileSpan> {
  const wanted = Math.min(LONGEST_HEAD_BYTES, reader.size - start);
  const bytes = await reader.read(start, wanted);
  const head = readBoxHead(bytes);
  if (start === 0 && !FIRST_BOXES.has(head?.type ?? ''))
    throw new Refused('not-a-video', 'The file is not a video.');
  if (bytes.length < wanted) throw shorterThanRecorded();
  if (head === undefined) {
    throw bytes.length < LONGEST_HEAD_BYTES
      ? new Refused('truncated', 'The file ends inside the header of a box.')
      : new Refused('malformed', 'A box of the file has an impossible size.');
  }
  const { type, headBytes, size } = head;
  if (size === null && type !== 'mdat')
    throw new Refused('malformed', `The "${type}" box of the file has no size.`);
  const end = size === null ? reader.size : start + size;
  if (end > reader.size) throw new Refused('truncated', `The file ends inside its "${type}" box.`);
  if (['moov', 'moof', 'sidx'].includes(type) && end - start > LARGEST_INDEX_BYTES)
    throw new OverBudget(`the "${type}" box is larger than 16 MiB`);
  return { type, start, headBytes, end };
}

function shorterThanRecorded(): Refused {
  return new Refused('truncated', 'The file is shorter than its recorded size.');
}

/** Reads the content of a top-level box. */
async function readTables({ reader, budget }: CostedFile, span: FileSpan): Promise<Uint8Array> {
  budget.takeTable(span.end - span.start);
  const from = span.start + span.headBytes;
  const bytes = await reader.read(from, span.end - from);
  if (bytes.length < span.end - from) throw shorterThanRecorded();
  return bytes;
}

/** The `moov` box, decoded and checked. */
interface Mp4Movie {
  readonly tracks: readonly Mp4Track[];
  readonly picture: Mp4Picture;
  /** Duration in the movie header, in seconds; null when it has none. */
  readonly durationSeconds: number | null;
  /** Defaults by track id, for the fragments that follow; null when the file announces none. */
  readonly fragmentDefaults: ReadonlyMap<number, FragmentDefaults> | null;
}

function readMovie(content: Uint8Array, { reader, budget }: CostedFile): Mp4Movie {
  const boxes = readBoxTree(content, budget);
  const durationSeconds = readMovieDuration(boxes);
  const tracks = boxes
    .filter(({ type }) => type === 'trak')
    .map(({ children }) => readTrack(children, { fileSize: reader.size, budget }));
  const [picture, second] = tracks.flatMap((track) => track.picture ?? []);
  const fragmentDefaults = readFragmentDefaults(boxes);
  if (picture === undefined) throw new Refused('no-video-track', 'The file has no video track.');
  const others = second === undefined ? [] : ['The file has more than one video track.'];
  const notes = [...picture.notes, ...others];
  return { tracks, picture: { ...picture, notes }, durationSeconds, fragmentDefaults };
}

/** Sums the samples of all fragments, by track id. */
async function readFragments(
  file: CostedFile,
  spans: readonly FileSpan[],
  defaults: Mp4Movie['fragmentDefaults'],
): Promise<ReadonlyMap<number, SampleTotals>> {
  const { reader, budget } = file;
  const sums = new Map<number, SampleTotals>();
  for (const span of spans) {
    if (defaults === null) throw new Refused('malformed', 'The file has undeclared fragments.');
    const boxes = readBoxTree(await readTables(file, span), budget);
    const context = { start: span.start, fileSize: reader.size, defaults, budget };
    for (const [trackId, totals] of readFragment(boxes, context))
      sums.set(trackId, add(totals, sums.get(trackId)));
  }
  return sums;
}

function add(one: SampleTotals, other: SampleTotals | undefined): SampleTotals {
  return {
    samples: one.samples + (other?.samples ?? 0),
    bytes: one.bytes + (other?.bytes ?? 0),
    duration: one.duration + (other?.duration ?? 0),
  };
}

function conclude(movie: Mp4Movie, fragments: ReadonlyMap<number, SampleTotals>): SoundMp4 {
  const tracks = movie.tracks.map(({ id, media, timescale, totals }) => {
    const { samples, bytes, duration } = add(totals, fragments.get(id));
    return { media, samples, bytes, durationSeconds: duration / timescale };
  });
  const hasSamples = (media: Mp4Track['media']): boolean =>
    tracks.some((track) => track.media === media && track.bytes > 0);
  if (!hasSamples('video')) {
    throw movie.fragmentDefaults === null
      ? new Refused('malformed', 'The video track is empty.')
      : new Refused('truncated', 'The file ends before its first frame.');
  }
  const timed = tracks.filter(({ media }) => media !== 'other');
  const longest = Math.max(...timed.map(({ durationSeconds }) => durationSeconds));
  // A movie header written before its fragments includes at most the first of them.
  const durationSeconds = fragments.size > 0 ? longest : (movie.durationSeconds ?? longest);
  if (durationSeconds === 0) throw new Refused('malformed', 'The video has no duration.');
  return {
    kind: 'sound',
    tracks,
    ...movie.picture,
    durationSeconds,
    hasAudio: hasSamples('audio'),
  };
}
