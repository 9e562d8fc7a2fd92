import type { InspectionBudget } from './inspection-budget.ts';
import { FieldCursor, fieldsOf, findBox, type Mp4Box } from './mp4-box.ts';
import { requireInside, type SampleTotals } from './mp4-samples.ts';

/** Defaults of a track's samples, which a fragment may override (`trex`). */
export interface FragmentDefaults {
  readonly duration: number;
  readonly size: number;
}

/** Defaults of each track by its id, from a movie's `trex` boxes; null when it announces no fragments. */
export function readFragmentDefaults(
  movie: readonly Mp4Box[],
): ReadonlyMap<number, FragmentDefaults> | null {
  const announcement = findBox(movie, 'mvex');
  if (announcement === undefined) return null;
  const defaults = new Map<number, FragmentDefaults>();
  for (const box of announcement.children) {
    if (box.type !== 'trex') continue;
    const fields = new FieldCursor(box);
    fields.skip(4);
    const trackId = fields.u32();
    fields.skip(4);
    defaults.set(trackId, { duration: fields.u32(), size: fields.u32() });
  }
  return defaults;
}

/**
 * Returns the end of the media that a `sidx` box announces: a file cut exactly between two fragments is complete in
 * every box, and only this shows that data is missing.
 *
 * @param payload - the content of the box
 * @param boxEnd - file offset behind the box, from which its references count
 * @returns a file offset; `boxEnd` when the box is unreadable, as playing does not need it
 * @see ISO/IEC 14496-12 §8.16.3
 */
export function announcedEnd(payload: Uint8Array, boxEnd: number): number {
  const isWide = payload[0] === 1;
  const headBytes = isWide ? 32 : 24;
  const view = new DataView(payload.buffer, payload.byteOffset, payload.byteLength);
  const references = payload.length < headBytes ? 0 : view.getUint16(headBytes - 2);
  if (payload.length < headBytes + references * 12) return boxEnd;
  const fields = new FieldCursor({ type: 'sidx', payload });
  fields.skip(isWide ? 20 : 16);
  let end = boxEnd + fields.wide(isWide);
  fields.skip(4);
  for (let index = 0; index < references; index += 1) {
    end += fields.u32() & 0x7f_ff_ff_ff;
    fields.skip(8);
  }
  return end;
}

/** Position of a fragment, and the tracks it may refer to. */
export interface FragmentContext {
  /** Offset of the `moof` box in the file. */
  readonly start: number;
  readonly fileSize: number;
  /** Defaults by track id; a track fragment of any other track is an error. */
  readonly defaults: ReadonlyMap<number, FragmentDefaults>;
  readonly budget: InspectionBudget;
}

/**
 * Sums the samples of one `moof` box by track id, checking that each run of them is inside the file. Work is bounded by
 * the bytes of the box and by the budget, whatever counts it claims.
 *
 * @throws Refused, OverBudget
 * @see ISO/IEC 14496-12 §8.8
 */
export function readFragment(
  fragment: readonly Mp4Box[],
  context: FragmentContext,
): readonly (readonly [trackId: number, SampleTotals])[] {
  let previousEnd = context.start;
  return fragment
    .filter(({ type }) => type === 'traf')
    .map(({ children }) => {
      const header = readTrackFragmentHeader(children, { ...context, previousEnd });
      const { end, ...totals } = addRuns(children, header, context);
      previousEnd = end;
      return [header.trackId, totals] as const;
    });
}

interface TrackFragmentHeader extends FragmentDefaults {
  readonly trackId: number;
  /** File offset that offsets of runs are relative to. */
  readonly base: number;
}

const BASE_OFFSET_GIVEN = 0x00_00_01;
const DESCRIPTION_GIVEN = 0x00_00_02;
const DURATION_GIVEN = 0x00_00_08;
const SIZE_GIVEN = 0x00_00_10;
const BASE_IS_FRAGMENT = 0x02_00_00;

function readTrackFragmentHeader(
  boxes: readonly Mp4Box[],
  context: FragmentContext & { readonly previousEnd: number },
): TrackFragmentHeader {
  const fields = fieldsOf(boxes, 'tfhd');
  const flags = fields.u32();
  const has = (flag: number): boolean => (flags & flag) !== 0;
  const trackId = fields.u32();
  const defaults = context.defaults.get(trackId) ?? fields.damaged();
  const relative = has(BASE_IS_FRAGMENT) ? context.start : context.previousEnd;
  const base = has(BASE_OFFSET_GIVEN) ? fields.u64() : relative;
  if (has(DESCRIPTION_GIVEN)) fields.skip(4);
  const duration = has(DURATION_GIVEN) ? fields.u32() : defaults.duration;
  const size = has(SIZE_GIVEN) ? fields.u32() : defaults.size;
  return { trackId, base, duration, size };
}

function addRuns(
  boxes: readonly Mp4Box[],
  header: TrackFragmentHeader,
  { fileSize, budget }: FragmentContext,
): SampleTotals & { readonly end: number } {
  const sums = { samples: 0, bytes: 0, duration: 0, end: header.base };
  requireInside(header.base, fileSize);
  for (const box of boxes) {
    if (box.type !== 'trun') continue;
    const run = readRun(box, header, budget);
    sums.samples += run.samples;
    sums.bytes += run.bytes;
    sums.duration += run.duration;
    sums.end = (run.offset === null ? sums.end : header.base + run.offset) + run.bytes;
    requireInside(sums.end, fileSize);
  }
  return sums;
}

const OFFSET_GIVEN = 0x001;
const FIRST_FLAGS_GIVEN = 0x004;
const DURATIONS_LISTED = 0x100;
const SIZES_LISTED = 0x200;
const FLAGS_LISTED = 0x400;
const SHIFTS_LISTED = 0x800;

/** Reads one `trun` box. Its offset is relative to the base; null when the run follows the one before it. */
function readRun(
  box: Mp4Box,
  defaults: FragmentDefaults,
  budget: InspectionBudget,
): SampleTotals & { readonly offset: number | null } {
  const fields = new FieldCursor(box);
  const flags = fields.u32();
  const has = (flag: number): boolean => (flags & flag) !== 0;
  const samples = fields.u32();
  const offset = has(OFFSET_GIVEN) ? fields.i32() : null;
  if (has(FIRST_FLAGS_GIVEN)) fields.skip(4);
  const listed = [DURATIONS_LISTED, SIZES_LISTED, FLAGS_LISTED, SHIFTS_LISTED].filter(has).length;
  const entryBytes = listed * 4;
  const entries = fields.entries(samples, entryBytes);
  let duration = has(DURATIONS_LISTED) ? 0 : samples * defaults.duration;
  let bytes = has(SIZES_LISTED) ? 0 : samples * defaults.size;
  if (!has(DURATIONS_LISTED) && !has(SIZES_LISTED)) return { samples, bytes, duration, offset };
  budget.takeEntries(samples);
  const sizeAt = has(DURATIONS_LISTED) ? 4 : 0;
  for (let index = 0; index < samples; index += 1) {
    const entry = index * entryBytes;
    if (has(DURATIONS_LISTED)) duration += entries.getUint32(entry);
    if (has(SIZES_LISTED)) bytes += entries.getUint32(entry + sizeAt);
  }
  return { samples, bytes, duration, offset };
}
