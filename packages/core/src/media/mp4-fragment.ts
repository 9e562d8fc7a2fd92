import { findBox, type Mp4Box, type Mp4Unusable, unusable } from './mp4-box.ts';
import { createFieldCursor } from './inspect-field-cursor.ts';

/** What a track's samples are unless a fragment says otherwise (`trex`). */
export interface FragmentDefaults {
  readonly duration: number;
  readonly size: number;
}

/** What one fragment adds to one track. */
export interface FragmentTotals {
  readonly trackId: number;
  readonly samples: number;
  readonly bytes: number;
  /** In units of the track's time scale. */
  readonly duration: number;
}

/** Where a fragment lies and what it may refer to. */
export interface FragmentContext {
  /** Offset of the `moof` box in the file. */
  readonly start: number;
  readonly fileSize: number;
  /** By track id; a track fragment of any other track is an error. */
  readonly defaults: ReadonlyMap<number, FragmentDefaults>;
}

/** Reads the `trex` boxes of a movie box, by track id; undefined when one is damaged. */
export function readFragmentDefaults(
  movie: readonly Mp4Box[],
): ReadonlyMap<number, FragmentDefaults> | undefined {
  const defaults = new Map<number, FragmentDefaults>();
  for (const box of findBox(movie, 'mvex')?.children ?? []) {
    if (box.type !== 'trex') continue;
    const cursor = createFieldCursor(box.payload);
    cursor.skip(4);
    const trackId = cursor.u32();
    cursor.skip(4);
    const duration = cursor.u32();
    const size = cursor.u32();
    if (cursor.exhausted()) return undefined;
    defaults.set(trackId, { duration, size });
  }
  return defaults;
}

/**
 * Adds up the samples of one `moof` box, checking that each run of them lies inside the file. Work is
 * bounded by the bytes of the box, whatever counts it claims.
 *
 * @see ISO/IEC 14496-12 §8.8
 */
export function readFragment(
  fragment: readonly Mp4Box[],
  context: FragmentContext,
): readonly FragmentTotals[] | Mp4Unusable {
  const totals: FragmentTotals[] = [];
  let previousEnd = context.start;
  for (const box of fragment) {
    if (box.type !== 'traf') continue;
    const header = readTrackFragmentHeader(findBox(box.children, 'tfhd'), {
      ...context,
      previousEnd,
    });
    if (header === undefined) return damaged();
    const track = addRuns(box.children, header);
    if (track === undefined) return damaged();
    if (track.furthestEnd > context.fileSize)
      return unusable('truncated', 'The file ends before its last sample.');
    totals.push(track.totals);
    previousEnd = track.end;
  }
  return totals;
}

interface TrackFragmentHeader extends FragmentDefaults {
  readonly trackId: number;
  /** The file offset that offsets of runs count from. */
  readonly base: number;
}

const BASE_OFFSET_GIVEN = 0x00_00_01;
const DESCRIPTION_GIVEN = 0x00_00_02;
const DURATION_GIVEN = 0x00_00_08;
const SIZE_GIVEN = 0x00_00_10;
const BASE_IS_FRAGMENT = 0x02_00_00;

function readTrackFragmentHeader(
  box: Mp4Box | undefined,
  context: FragmentContext & { readonly previousEnd: number },
): TrackFragmentHeader | undefined {
  if (box === undefined) return undefined;
  const cursor = createFieldCursor(box.payload);
  const flags = cursor.u32() & 0xff_ff_ff;
  const trackId = cursor.u32();
  const defaults = context.defaults.get(trackId);
  if (defaults === undefined) return undefined;
  const relative = (flags & BASE_IS_FRAGMENT) === 0 ? context.previousEnd : context.start;
  const base = (flags & BASE_OFFSET_GIVEN) === 0 ? relative : cursor.u64();
  if ((flags & DESCRIPTION_GIVEN) !== 0) cursor.skip(4);
  const duration = (flags & DURATION_GIVEN) === 0 ? defaults.duration : cursor.u32();
  const size = (flags & SIZE_GIVEN) === 0 ? defaults.size : cursor.u32();
  return cursor.exhausted() ? undefined : { trackId, base, duration, size };
}

interface TrackFragment {
  readonly totals: FragmentTotals;
  /** File offset behind the last run. */
  readonly end: number;
  readonly furthestEnd: number;
}

function addRuns(boxes: readonly Mp4Box[], header: TrackFragmentHeader): TrackFragment | undefined {
  let samples = 0;
  let bytes = 0;
  let duration = 0;
  let end = header.base;
  let furthestEnd = end;
  for (const box of boxes) {
    if (box.type !== 'trun') continue;
    const run = readRun(box, header);
    if (run === undefined) return undefined;
    samples += run.samples;
    bytes += run.bytes;
    duration += run.duration;
    end = (run.offset === null ? end : header.base + run.offset) + run.bytes;
    furthestEnd = Math.max(furthestEnd, end);
  }
  return { totals: { trackId: header.trackId, samples, bytes, duration }, end, furthestEnd };
}

interface SampleRun {
  readonly samples: number;
  readonly bytes: number;
  readonly duration: number;
  /** Counted from the base; null when the run follows the one before it. */
  readonly offset: number | null;
}

const OFFSET_GIVEN = 0x001;
const FIRST_FLAGS_GIVEN = 0x004;
const DURATIONS_LISTED = 0x100;
const SIZES_LISTED = 0x200;
const FLAGS_LISTED = 0x400;
const SHIFTS_LISTED = 0x800;

function readRun(box: Mp4Box, defaults: FragmentDefaults): SampleRun | undefined {
  const cursor = createFieldCursor(box.payload);
  const flags = cursor.u32();
  const has = (flag: number): boolean => (flags & flag) !== 0;
  const samples = cursor.u32();
  const offset = has(OFFSET_GIVEN) ? cursor.i32() : null;
  if (has(FIRST_FLAGS_GIVEN)) cursor.skip(4);
  const listed = [DURATIONS_LISTED, SIZES_LISTED, FLAGS_LISTED, SHIFTS_LISTED].filter(has).length;
  if (cursor.exhausted() || samples * listed * 4 > cursor.remaining()) return undefined;
  let duration = has(DURATIONS_LISTED) ? 0 : samples * defaults.duration;
  let bytes = has(SIZES_LISTED) ? 0 : samples * defaults.size;
  if (has(DURATIONS_LISTED) || has(SIZES_LISTED)) {
    for (let index = 0; index < samples; index += 1) {
      if (has(DURATIONS_LISTED)) duration += cursor.u32();
      if (has(SIZES_LISTED)) bytes += cursor.u32();
      if (has(FLAGS_LISTED)) cursor.skip(4);
      if (has(SHIFTS_LISTED)) cursor.skip(4);
    }
  }
  return { samples, bytes, duration, offset };
}

function damaged(): Mp4Unusable {
  return unusable('malformed', 'A fragment of the file is damaged.');
}
