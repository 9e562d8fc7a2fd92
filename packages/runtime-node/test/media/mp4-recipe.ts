/** Properties of a hand-built MP4; each default gives an ordinary small file. */
export interface Mp4Recipe {
  readonly order: 'movie-first' | 'movie-last';
  /** Coded pixels. */
  readonly width: number;
  readonly height: number;
  /** Written into the track header; zeros leave the size to the sample entry. */
  readonly shownSize: 'coded' | 'none';
  readonly rotation: 0 | 90 | 180 | 270;
  readonly frames: number;
  readonly frameBytes: number;
  readonly timescale: number;
  readonly frameDuration: number;
  readonly framesPerChunk: number;
  readonly audio: boolean;
  /** Four characters of the video sample entry, and of the set-up box in it. */
  readonly codec: string;
  readonly configuration: string;
  readonly sizes: 'listed' | 'shared' | 'compact-4' | 'compact-8' | 'compact-16';
  /** 64-bit times, durations, chunk offsets and media box size. */
  readonly wide: boolean;
  readonly movieDuration: 'known' | 'zero' | 'all-ones';
  /** Samples of each fragment that follows the movie box; none makes a plain file. */
  readonly fragments: readonly number[];
  readonly fragmentStyle:
    | 'listed'
    | 'listed-sizes'
    | 'listed-durations'
    | 'defaults'
    | 'explicit-base'
    | 'chained';
  readonly segmentIndex: 'none' | 'version-0' | 'version-1';
  readonly videoTracks: number;
}

export const ORDINARY: Mp4Recipe = {
  order: 'movie-first',
  width: 64,
  height: 36,
  shownSize: 'coded',
  rotation: 0,
  frames: 10,
  frameBytes: 11,
  timescale: 1000,
  frameDuration: 100,
  framesPerChunk: 4,
  audio: false,
  codec: 'avc1',
  configuration: 'avcC',
  sizes: 'listed',
  wide: false,
  movieDuration: 'known',
  fragments: [],
  fragmentStyle: 'listed',
  segmentIndex: 'none',
  videoTracks: 1,
};
