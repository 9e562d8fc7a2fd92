/** A run of samples stored without a gap. */
export interface Chunk {
  readonly sampleCount: number;
  readonly byteLength: number;
}

/** Everything the movie header says about one track, but where its chunks lie in the file. */
export interface Track {
  readonly id: number;
  readonly media: TrackMedia;
  /** Ticks per second. */
  readonly timescale: number;
  /** Length in ticks; the last sample is shortened to it. */
  readonly duration: number;
  /** Ticks from one sample to the next. */
  readonly sampleDuration: number;
  /** Bytes of every sample. */
  readonly sampleSizes: readonly number[];
  /** One-based numbers of the samples a player can start at; `null` = all of them. */
  readonly syncSamples: readonly number[] | null;
  /** The box inside `stsd` that tells a decoder how to start. */
  readonly sampleEntry: Uint8Array;
  readonly chunks: readonly Chunk[];
}

/** What kind of media, with the size of a picture in pixels. */
type TrackMedia =
  | { readonly kind: 'video'; readonly width: number; readonly height: number }
  | { readonly kind: 'audio' };

/**
 * Groups samples into one chunk for each second of the video.
 *
 * @param firstSampleOf zero-based number of the first sample at or after a second
 */
export function chunkBySecond(
  sampleSizes: readonly number[],
  firstSampleOf: (second: number) => number,
): readonly Chunk[] {
  const chunks: Chunk[] = [];
  for (let second = 0; firstSampleOf(second) < sampleSizes.length; second += 1) {
    const samples = sampleSizes.slice(firstSampleOf(second), firstSampleOf(second + 1));
    chunks.push({
      sampleCount: samples.length,
      byteLength: samples.reduce((sum, size) => sum + size, 0),
    });
  }
  return chunks;
}
