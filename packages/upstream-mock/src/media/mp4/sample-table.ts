import { u32 } from '../bytes.ts';
import { box, fullBox } from './box.ts';
import type { Track } from './track.ts';

/**
 * The sample table of a track (ISO/IEC 14496-12 clause 8.5 to 8.7): times, sync samples, sizes and
 * chunks.
 *
 * @param chunkOffsets file offset of each of the track's chunks, bytes
 */
export function sampleTable(track: Track, chunkOffsets: readonly number[]): Uint8Array {
  return box(
    'stbl',
    fullBox({ type: 'stsd' }, u32(1), track.sampleEntry),
    fullBox({ type: 'stts' }, table(timeToSample(track))),
    ...(track.syncSamples === null
      ? []
      : [fullBox({ type: 'stss' }, table(track.syncSamples.map((sample) => [sample])))]),
    fullBox({ type: 'stsc' }, table(sampleToChunk(track))),
    sampleSizeBox(track.sampleSizes),
    fullBox({ type: 'stco' }, table(chunkOffsets.map((offset) => [offset]))),
  );
}

/** Entry count, then the entries. */
function table(entries: readonly (readonly number[])[]): Uint8Array {
  return u32(entries.length, ...entries.flat());
}

/** Runs of (sample count, duration): all alike but the last, which ends with the track. */
function timeToSample(track: Track): readonly (readonly number[])[] {
  const before = track.sampleSizes.length - 1;
  const last = track.duration - before * track.sampleDuration;
  if (last === track.sampleDuration) return [[before + 1, last]];
  const shortened = [1, last];
  return before === 0 ? [shortened] : [[before, track.sampleDuration], shortened];
}

/** Runs of (first chunk, samples per chunk, sample description index). */
function sampleToChunk(track: Track): readonly (readonly number[])[] {
  return track.chunks.flatMap((chunk, index) =>
    track.chunks[index - 1]?.sampleCount === chunk.sampleCount
      ? []
      : [[index + 1, chunk.sampleCount, 1]],
  );
}

/** `stsz`: one size for all when they agree, else one for each. */
function sampleSizeBox(sizes: readonly number[]): Uint8Array {
  const [first] = sizes;
  const uniform = first !== undefined && sizes.every((size) => size === first);
  return fullBox(
    { type: 'stsz' },
    uniform ? u32(first, sizes.length) : u32(0, sizes.length, ...sizes),
  );
}
