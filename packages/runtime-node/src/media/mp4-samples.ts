import { type FieldCursor, fieldsOf, findBox, type Mp4Box, Refused } from './mp4-box.ts';

/** What samples add up to, once each was found inside the file. */
export interface SampleTotals {
  readonly samples: number;
  readonly bytes: number;
  /** In units of the track's time scale. */
  readonly duration: number;
}

/** Sample sizes: one for all, or one each. */
interface SampleSizes {
  readonly count: number;
  /** Bytes of samples `from` (included) to `to` (excluded). */
  sum(from: number, to: number): number;
}

/** From chunk `firstChunk` (counted from 0) on, each chunk has this many samples. */
interface ChunkRun {
  readonly firstChunk: number;
  readonly samplesPerChunk: number;
}

/** Refuses a file that a sample reaches beyond. */
export function requireInside(end: number, fileSize: number): void {
  if (end > fileSize) throw new Refused('truncated', 'The file ends before its last sample.');
}

/**
 * Checks that every chunk of a track lies inside the file, and adds up its samples. Work is bounded by the
 * bytes of the tables, whatever counts they claim.
 *
 * @param table - the boxes in the `stbl` box
 * @param fileSize - bytes
 * @throws Refused
 * @see ISO/IEC 14496-12 §8.6.1, §8.7
 */
export function checkSampleTable(table: readonly Mp4Box[], fileSize: number): SampleTotals {
  const sizes = readSizes(table);
  const offsets = readChunkOffsets(table);
  const runs = readChunkRuns(table);
  const duration = readDuration(table);
  let sample = 0;
  let bytes = 0;
  let run = -1;
  for (const [chunk, offset] of offsets.entries()) {
    while ((runs[run + 1]?.firstChunk ?? Number.POSITIVE_INFINITY) <= chunk) run += 1;
    const next = Math.min(sizes.count, sample + (runs[run]?.samplesPerChunk ?? 0));
    const chunkBytes = sizes.sum(sample, next);
    requireInside(offset + chunkBytes, fileSize);
    sample = next;
    bytes += chunkBytes;
  }
  if (sample < sizes.count)
    throw new Refused('malformed', 'The file does not say where some of its samples are.');
  return { samples: sizes.count, bytes, duration };
}

/** The fields behind version and flags, and how many entries follow. */
function openTable(
  boxes: readonly Mp4Box[],
  type: string,
  entryBytes: number,
): { readonly fields: FieldCursor; readonly count: number } {
  const fields = fieldsOf(boxes, type);
  fields.skip(4);
  const count = fields.u32();
  fields.expect(count, entryBytes);
  return { fields, count };
}

function readSizes(table: readonly Mp4Box[]): SampleSizes {
  if (findBox(table, 'stsz') === undefined) return readCompactSizes(table);
  const fields = fieldsOf(table, 'stsz');
  fields.skip(4);
  const shared = fields.u32();
  const count = fields.u32();
  if (shared !== 0) return { count, sum: (from, to) => (to - from) * shared };
  fields.expect(count, 4);
  return listedSizes(Array.from({ length: count }, () => fields.u32()));
}

/** `stz2`: sizes of 4, 8 or 16 bits. */
function readCompactSizes(table: readonly Mp4Box[]): SampleSizes {
  const fields = fieldsOf(table, 'stz2');
  fields.skip(7);
  const bits = fields.u8();
  const count = fields.u32();
  if (bits !== 4 && bits !== 8 && bits !== 16) fields.damaged();
  fields.expect(Math.ceil((count * bits) / 8), 1);
  const sizes: number[] = [];
  while (sizes.length < count) {
    const value = bits === 16 ? fields.u16() : fields.u8();
    if (bits === 4) sizes.push(value >> 4, value & 15);
    else sizes.push(value);
  }
  return listedSizes(sizes.slice(0, count));
}

function listedSizes(sizes: readonly number[]): SampleSizes {
  return {
    count: sizes.length,
    sum(from, to) {
      let total = 0;
      for (let index = from; index < to; index += 1) total += sizes[index] ?? 0;
      return total;
    },
  };
}

function readChunkOffsets(table: readonly Mp4Box[]): readonly number[] {
  const isWide = findBox(table, 'stco') === undefined;
  const { fields, count } = openTable(table, isWide ? 'co64' : 'stco', isWide ? 8 : 4);
  return Array.from({ length: count }, () => fields.wide(isWide));
}

function readChunkRuns(table: readonly Mp4Box[]): readonly ChunkRun[] {
  const { fields, count } = openTable(table, 'stsc', 12);
  const runs: ChunkRun[] = [];
  while (runs.length < count) {
    const firstChunk = fields.u32() - 1;
    const samplesPerChunk = fields.u32();
    fields.skip(4);
    if (firstChunk <= (runs.at(-1)?.firstChunk ?? -1) || samplesPerChunk === 0) fields.damaged();
    runs.push({ firstChunk, samplesPerChunk });
  }
  return runs;
}

/** The sum of `stts`: samples × time each. */
function readDuration(table: readonly Mp4Box[]): number {
  const { fields, count } = openTable(table, 'stts', 8);
  let duration = 0;
  for (let index = 0; index < count; index += 1) duration += fields.u32() * fields.u32();
  return duration;
}
