import { findBox, type Mp4Box, type Mp4Unusable, unusable } from './mp4-box.ts';
import { createFieldCursor, type FieldCursor } from './inspect-field-cursor.ts';

/** What a track's sample tables say in sum, once each sample was found inside the file. */
export interface SampleTotals {
  readonly kind: 'totals';
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

/**
 * Checks that every chunk of a track lies inside the file, and adds up its samples. Work is bounded by the
 * bytes of the tables, whatever counts they claim.
 *
 * @param sampleTable - the `stbl` box
 * @param fileSize - bytes
 * @see ISO/IEC 14496-12 §8.6.1, §8.7
 */
export function checkSampleTable(
  sampleTable: Mp4Box,
  fileSize: number,
): SampleTotals | Mp4Unusable {
  const sizes = readSizes(sampleTable);
  const offsets = readChunkOffsets(sampleTable);
  const runs = readChunkRuns(sampleTable);
  const duration = readDuration(sampleTable);
  if (
    sizes === undefined ||
    offsets === undefined ||
    runs === undefined ||
    duration === undefined
  ) {
    return unusable('malformed', 'A table of the file that lists its samples is damaged.');
  }
  let sample = 0;
  let bytes = 0;
  let run = -1;
  for (const [chunk, offset] of offsets.entries()) {
    while (runs[run + 1] !== undefined && (runs[run + 1]?.firstChunk ?? 0) <= chunk) run += 1;
    const next = Math.min(sizes.count, sample + (runs[run]?.samplesPerChunk ?? 0));
    const chunkBytes = sizes.sum(sample, next);
    if (offset + chunkBytes > fileSize)
      return unusable('truncated', 'The file ends before its last sample.');
    sample = next;
    bytes += chunkBytes;
  }
  if (sample < sizes.count)
    return unusable('malformed', 'The file does not say where some of its samples are.');
  return { kind: 'totals', samples: sizes.count, bytes, duration };
}

/** A cursor behind version and flags, the number of entries, and whether that many entries fit. */
function openTable(
  box: Mp4Box | undefined,
  entryBytes: number,
): { readonly cursor: FieldCursor; readonly count: number } | undefined {
  if (box === undefined) return undefined;
  const cursor = createFieldCursor(box.payload);
  cursor.skip(4);
  const count = cursor.u32();
  return cursor.exhausted() || count * entryBytes > cursor.remaining()
    ? undefined
    : { cursor, count };
}

function readSizes(sampleTable: Mp4Box): SampleSizes | undefined {
  const plain = findBox(sampleTable.children, 'stsz');
  if (plain === undefined) return readCompactSizes(sampleTable);
  const cursor = createFieldCursor(plain.payload);
  cursor.skip(4);
  const shared = cursor.u32();
  const count = cursor.u32();
  if (cursor.exhausted()) return undefined;
  if (shared !== 0) return { count, sum: (from, to) => (to - from) * shared };
  if (count * 4 > cursor.remaining()) return undefined;
  return listedSizes(Array.from({ length: count }, () => cursor.u32()));
}

/** `stz2`: sizes of 4, 8 or 16 bits. */
function readCompactSizes(sampleTable: Mp4Box): SampleSizes | undefined {
  const compact = findBox(sampleTable.children, 'stz2');
  if (compact === undefined) return undefined;
  const cursor = createFieldCursor(compact.payload);
  cursor.skip(7);
  const bits = cursor.u8();
  const count = cursor.u32();
  const known = bits === 4 || bits === 8 || bits === 16;
  if (!known || cursor.exhausted() || Math.ceil((count * bits) / 8) > cursor.remaining())
    return undefined;
  const sizes: number[] = [];
  while (sizes.length < count) {
    if (bits === 16) sizes.push(cursor.u16());
    else if (bits === 8) sizes.push(cursor.u8());
    else {
      const pair = cursor.u8();
      sizes.push(pair >> 4);
      if (sizes.length < count) sizes.push(pair & 15);
    }
  }
  return listedSizes(sizes);
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

function readChunkOffsets(sampleTable: Mp4Box): readonly number[] | undefined {
  const small = findBox(sampleTable.children, 'stco');
  const table =
    small === undefined ? openTable(findBox(sampleTable.children, 'co64'), 8) : openTable(small, 4);
  if (table === undefined) return undefined;
  const { cursor, count } = table;
  return Array.from({ length: count }, () => (small === undefined ? cursor.u64() : cursor.u32()));
}

function readChunkRuns(sampleTable: Mp4Box): readonly ChunkRun[] | undefined {
  const table = openTable(findBox(sampleTable.children, 'stsc'), 12);
  if (table === undefined) return undefined;
  const runs: ChunkRun[] = [];
  for (let index = 0; index < table.count; index += 1) {
    const firstChunk = table.cursor.u32() - 1;
    const samplesPerChunk = table.cursor.u32();
    table.cursor.skip(4);
    const earliest = runs.at(-1)?.firstChunk ?? -1;
    if (firstChunk <= earliest || samplesPerChunk === 0) return undefined;
    runs.push({ firstChunk, samplesPerChunk });
  }
  return runs;
}

/** The sum of `stts`: samples × time each. */
function readDuration(sampleTable: Mp4Box): number | undefined {
  const table = openTable(findBox(sampleTable.children, 'stts'), 8);
  if (table === undefined) return undefined;
  let duration = 0;
  for (let index = 0; index < table.count; index += 1)
    duration += table.cursor.u32() * table.cursor.u32();
  return duration;
}
