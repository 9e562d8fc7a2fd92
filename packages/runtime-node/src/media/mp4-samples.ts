import type { InspectionBudget } from './inspection-budget.ts';
import { type FieldCursor, fieldsOf, findBox, type Mp4Box, Refused } from './mp4-box.ts';

/** Totals of the samples, each found inside the file. */
export interface SampleTotals {
  readonly samples: number;
  readonly bytes: number;
  /** In units of the track's time scale. */
  readonly duration: number;
}

/** Sample sizes: one for all, or one for each. */
interface SampleSizes {
  readonly count: number;
  /** Sums the bytes of samples `from` (included) to `to` (excluded). */
  sum(from: number, to: number): number;
}

/** A table read in place, without an object for each entry. */
interface Table {
  readonly count: number;
  readonly view: DataView;
}

/** Bytes of a run of chunks (`stsc`): its first chunk, counted from 1, samples per chunk, and their description. */
const runBytes = 12;

/** Refuses a file when a sample extends beyond its end. */
export function requireInside(end: number, fileSize: number): void {
  if (end > fileSize) throw new Refused('truncated', 'The file ends before its last sample.');
}

/**
 * Checks that every chunk of a track is inside the file, and sums its samples. Work is bounded by the bytes of the
 * tables and by the budget, whatever counts they claim.
 *
 * @param table - the boxes in the `stbl` box
 * @throws Refused, OverBudget
 * @see ISO/IEC 14496-12 §8.6.1, §8.7
 */
export function checkSampleTable(
  table: readonly Mp4Box[],
  { fileSize, budget }: { readonly fileSize: number; readonly budget: InspectionBudget },
): SampleTotals {
  const sizes = readSizes(table, budget);
  const { count: chunks, offsetOf } = readChunkOffsets(table, budget);
  const runs = readChunkRuns(table, budget);
  const duration = readDuration(table, budget);
  let sample = 0;
  let bytes = 0;
  let run = -1;
  for (let chunk = 0; chunk < chunks; chunk += 1) {
    while (run + 1 < runs.count && firstChunkOf(runs, run + 1) <= chunk) run += 1;
    const next = Math.min(sizes.count, sample + (run < 0 ? 0 : samplesPerChunkOf(runs, run)));
    const chunkBytes = sizes.sum(sample, next);
    requireInside(offsetOf(chunk) + chunkBytes, fileSize);
    sample = next;
    bytes += chunkBytes;
  }
  if (sample < sizes.count)
    throw new Refused('malformed', 'The file lacks the position of some samples.');
  return { samples: sizes.count, bytes, duration };
}

/** Opens the entries of a table after version, flags and their count. */
function openTable(fields: FieldCursor, entryBytes: number, budget: InspectionBudget): Table {
  fields.skip(4);
  const count = fields.u32();
  const view = fields.entries(count, entryBytes);
  budget.takeEntries(count);
  return { count, view };
}

function readSizes(table: readonly Mp4Box[], budget: InspectionBudget): SampleSizes {
  if (findBox(table, 'stsz') === undefined) return readCompactSizes(table, budget);
  const fields = fieldsOf(table, 'stsz');
  fields.skip(4);
  const shared = fields.u32();
  const count = fields.u32();
  if (shared !== 0) return { count, sum: (from, to) => (to - from) * shared };
  const view = fields.entries(count, 4);
  budget.takeEntries(count);
  return listedSizes(count, (index) => view.getUint32(index * 4));
}

/** `stz2`: sizes of 4, 8 or 16 bits. */
function readCompactSizes(table: readonly Mp4Box[], budget: InspectionBudget): SampleSizes {
  const fields = fieldsOf(table, 'stz2');
  fields.skip(7);
  const bits = fields.u8();
  const count = fields.u32();
  if (bits !== 4 && bits !== 8 && bits !== 16) fields.damaged();
  const view = fields.entries(Math.ceil((count * bits) / 8), 1);
  budget.takeEntries(count);
  if (bits === 16) return listedSizes(count, (index) => view.getUint16(index * 2));
  if (bits === 8) return listedSizes(count, (index) => view.getUint8(index));
  return listedSizes(
    count,
    (index) => (view.getUint8(index >>> 1) >> (index % 2 === 0 ? 4 : 0)) & 15,
  );
}

function listedSizes(count: number, sizeOf: (index: number) => number): SampleSizes {
  return {
    count,
    sum(from, to) {
      let total = 0;
      for (let index = from; index < to; index += 1) total += sizeOf(index);
      return total;
    },
  };
}

function readChunkOffsets(
  table: readonly Mp4Box[],
  budget: InspectionBudget,
): { readonly count: number; readonly offsetOf: (chunk: number) => number } {
  const isWide = findBox(table, 'stco') === undefined;
  const { count, view } = openTable(
    fieldsOf(table, isWide ? 'co64' : 'stco'),
    isWide ? 8 : 4,
    budget,
  );
  const offsetOf = isWide
    ? (chunk: number) => view.getUint32(chunk * 8) * 2 ** 32 + view.getUint32(chunk * 8 + 4)
    : (chunk: number) => view.getUint32(chunk * 4);
  return { count, offsetOf };
}

function readChunkRuns(table: readonly Mp4Box[], budget: InspectionBudget): Table {
  const fields = fieldsOf(table, 'stsc');
  const runs = openTable(fields, runBytes, budget);
  let before = -1;
  for (let run = 0; run < runs.count; run += 1) {
    const firstChunk = firstChunkOf(runs, run);
    if (firstChunk <= before || samplesPerChunkOf(runs, run) === 0) fields.damaged();
    before = firstChunk;
  }
  return runs;
}

function firstChunkOf({ view }: Table, run: number): number {
  return view.getUint32(run * runBytes) - 1;
}

function samplesPerChunkOf({ view }: Table, run: number): number {
  return view.getUint32(run * runBytes + 4);
}

/** Sums `stts`: samples × time each. */
function readDuration(table: readonly Mp4Box[], budget: InspectionBudget): number {
  const { count, view } = openTable(fieldsOf(table, 'stts'), 8, budget);
  let duration = 0;
  for (let index = 0; index < count; index += 1)
    duration += view.getUint32(index * 8) * view.getUint32(index * 8 + 4);
  return duration;
}
