/** Everything a test may ask of a hand-built MP4; each default gives an ordinary small file. */
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
  readonly fragmentStyle: 'listed' | 'defaults' | 'explicit-base' | 'chained';
  readonly segmentIndex: boolean;
  readonly videoTracks: number;
}

const ORDINARY: Mp4Recipe = {
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
  segmentIndex: false,
  videoTracks: 1,
};

/** The bytes of a box: size, four characters, content. */
export function box(type: string, ...content: readonly Uint8Array[]): Uint8Array {
  const payload = join(content);
  return join([u32(payload.length + 8), text(type), payload]);
}

/** A small MP4 whose structure is exactly what the recipe says; its media bytes are zeros. */
export function buildMp4(changes: Partial<Mp4Recipe> = {}): Uint8Array {
  const recipe = { ...ORDINARY, ...changes };
  const start = box('ftyp', text('isom'), u32(512), text('isom'), text('avc1'));
  if (recipe.fragments.length > 0) return buildFragmented(recipe, start);
  const trackBytes = recipe.frames * recipe.frameBytes;
  const media = mediaBox(recipe, (recipe.videoTracks + (recipe.audio ? 1 : 0)) * trackBytes);
  const headBytes = recipe.wide ? 16 : 8;
  if (recipe.order === 'movie-last') {
    return join([start, media, movieBox(recipe, start.length + headBytes)]);
  }
  const movieLength = movieBox(recipe, 0).length;
  return join([start, movieBox(recipe, start.length + movieLength + headBytes), media]);
}

export function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function text(characters: string): Uint8Array {
  return Uint8Array.from(characters, (character) => character.charCodeAt(0));
}

export function u32(...values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(values.length * 4);
  const view = new DataView(bytes.buffer);
  for (const [index, value] of values.entries()) view.setUint32(index * 4, value);
  return bytes;
}

function u16(...values: readonly number[]): Uint8Array {
  return join(values.map((value) => Uint8Array.of(value >> 8, value & 255)));
}

function u64(...values: readonly number[]): Uint8Array {
  return join(values.map((value) => u32(Math.floor(value / 2 ** 32), value % 2 ** 32)));
}

function zeros(length: number): Uint8Array {
  return new Uint8Array(length);
}

function mediaBox(recipe: Mp4Recipe, length: number): Uint8Array {
  if (!recipe.wide) return box('mdat', zeros(length));
  return join([u32(1), text('mdat'), u64(length + 16), zeros(length)]);
}

function movieBox(recipe: Mp4Recipe, mediaStart: number): Uint8Array {
  const trackBytes = recipe.frames * recipe.frameBytes;
  const videos = Array.from({ length: recipe.videoTracks }, (_, index) =>
    trackBox(recipe, { id: index + 1, handler: 'vide', start: mediaStart + index * trackBytes }),
  );
  const audioId = recipe.videoTracks + 1;
  const audioStart = mediaStart + recipe.videoTracks * trackBytes;
  const sounds = recipe.audio ? [trackBox(recipe, { id: audioId, handler: 'soun', start: audioStart })] : [];
  const extension =
    recipe.fragments.length === 0
      ? []
      : [box('mvex', ...Array.from({ length: audioId }, (_, index) => trackDefaults(recipe, index + 1)))];
  return box('moov', movieHeader(recipe), ...videos, ...sounds, ...extension);
}

function trackDefaults(recipe: Mp4Recipe, id: number): Uint8Array {
  return box('trex', u32(0, id, 1, recipe.frameDuration, recipe.frameBytes, 0));
}

function movieHeader(recipe: Mp4Recipe): Uint8Array {
  const known = recipe.frames * recipe.frameDuration;
  const rest = zeros(80);
  if (recipe.wide) {
    const duration = { known: u64(known), zero: u64(0), 'all-ones': u32(0xffffffff, 0xffffffff) };
    return box('mvhd', u32(0x0100_0000), zeros(16), u32(recipe.timescale), duration[recipe.movieDuration], rest);
  }
  const duration = { known, zero: 0, 'all-ones': 0xffffffff };
  return box('mvhd', u32(0, 0, 0, recipe.timescale, duration[recipe.movieDuration]), rest);
}

interface TrackPlan {
  readonly id: number;
  readonly handler: 'vide' | 'soun';
  /** File offset of its first sample. */
  readonly start: number;
}

function trackBox(recipe: Mp4Recipe, plan: TrackPlan): Uint8Array {
  const times = recipe.wide ? [u32(0x0100_0000), zeros(16)] : [u32(0), zeros(8)];
  const duration = recipe.frames * recipe.frameDuration;
  const length = recipe.wide ? u64(duration) : u32(duration);
  return box(
    'trak',
    trackHeader(recipe, plan),
    box(
      'mdia',
      box('mdhd', ...times, u32(recipe.timescale), length, u32(0)),
      box('hdlr', u32(0, 0), text(plan.handler), zeros(13)),
      box('minf', box('stbl', ...sampleTable(recipe, plan))),
    ),
  );
}

const MATRICES = {
  0: [0x1_0000, 0, 0, 0, 0x1_0000],
  90: [0, 0x1_0000, 0, -0x1_0000, 0],
  180: [-0x1_0000, 0, 0, 0, -0x1_0000],
  270: [0, -0x1_0000, 0, 0x1_0000, 0],
} as const;

function trackHeader(recipe: Mp4Recipe, { id, handler }: TrackPlan): Uint8Array {
  const times = recipe.wide ? [u32(0x0100_0003), zeros(16)] : [u32(3), zeros(8)];
  const duration = recipe.wide ? zeros(8) : zeros(4);
  const isShown = handler === 'vide' && recipe.shownSize === 'coded';
  const size = isShown ? u32(recipe.width * 0x1_0000, recipe.height * 0x1_0000) : u32(0, 0);
  const matrix = u32(...MATRICES[recipe.rotation], 0, 0, 0, 0x4000_0000);
  return box('tkhd', ...times, u32(id, 0), duration, zeros(16), matrix, size);
}

function sampleTable(recipe: Mp4Recipe, { handler, start }: TrackPlan): readonly Uint8Array[] {
  const frames = recipe.fragments.length > 0 ? 0 : recipe.frames;
  const chunks = Math.ceil(frames / recipe.framesPerChunk);
  const inLast = frames - (chunks - 1) * recipe.framesPerChunk;
  const offsets = Array.from({ length: chunks }, (_, chunk) => start + chunk * recipe.framesPerChunk * recipe.frameBytes);
  const runs: number[][] = chunks === 0 ? [] : [[1, recipe.framesPerChunk, 1]];
  if (chunks > 1 && inLast !== recipe.framesPerChunk) runs.push([chunks, inLast, 1]);
  if (chunks === 1) runs[0] = [1, inLast, 1];
  return [
    box('stsd', u32(0, 1), handler === 'vide' ? videoEntry(recipe) : box('mp4a', zeros(28))),
    frames === 0 ? box('stts', u32(0, 0)) : box('stts', u32(0, 1, frames, recipe.frameDuration)),
    box('stsc', u32(0, runs.length), u32(...runs.flat())),
    sizeBox(recipe, frames),
    recipe.wide ? box('co64', u32(0, chunks), u64(...offsets)) : box('stco', u32(0, chunks), u32(...offsets)),
  ];
}

function videoEntry(recipe: Mp4Recipe): Uint8Array {
  const fields = [zeros(24), u16(recipe.width, recipe.height), zeros(50)];
  return box(recipe.codec, ...fields, box(recipe.configuration, zeros(7)));
}

function sizeBox(recipe: Mp4Recipe, frames: number): Uint8Array {
  const each = Array.from({ length: frames }, () => recipe.frameBytes);
  switch (recipe.sizes) {
    case 'listed':
      return box('stsz', u32(0, 0, frames), u32(...each));
    case 'shared':
      return box('stsz', u32(0, recipe.frameBytes, frames));
    case 'compact-4': {
      const pairs = Array.from({ length: Math.ceil(frames / 2) }, () => recipe.frameBytes * 17);
      return box('stz2', u32(0, 4, frames), Uint8Array.from(pairs));
    }
    case 'compact-8':
      return box('stz2', u32(0, 8, frames), Uint8Array.from(each));
    case 'compact-16':
      return box('stz2', u32(0, 16, frames), u16(...each));
  }
}

function buildFragmented(recipe: Mp4Recipe, start: Uint8Array): Uint8Array {
  const movie = movieBox({ ...recipe, movieDuration: 'zero' }, 0);
  const opening = start.length + movie.length;
  const index = recipe.segmentIndex ? segmentIndex(recipe.fragments, recipe) : zeros(0);
  const parts = [start, movie, index];
  let at = opening + index.length;
  for (const samples of recipe.fragments) {
    const part = fragment(recipe, samples, at);
    parts.push(part);
    at += part.length;
  }
  return join(parts);
}

function segmentIndex(fragments: readonly number[], recipe: Mp4Recipe): Uint8Array {
  const references = fragments.map((samples) => [fragment(recipe, samples, 0).length, 0, 0]);
  return box('sidx', u32(0, 1, recipe.timescale, 0, 0), u16(0, references.length), u32(...references.flat()));
}

function fragment(recipe: Mp4Recipe, samples: number, at: number): Uint8Array {
  const moofLength = movieFragment(recipe, samples, { at, dataOffset: 0 }).length;
  const moof = movieFragment(recipe, samples, { at, dataOffset: moofLength + 8 });
  const tracks = recipe.audio ? 2 : 1;
  return join([moof, box('mdat', zeros(tracks * samples * recipe.frameBytes))]);
}

interface FragmentPlace {
  readonly at: number;
  /** From the start of the fragment to its first sample. */
  readonly dataOffset: number;
}

function movieFragment(recipe: Mp4Recipe, samples: number, { at, dataOffset }: FragmentPlace): Uint8Array {
  const bytes = samples * recipe.frameBytes;
  const video = trackFragment(recipe, { id: 1, samples, at, dataOffset, isFirst: true });
  const soundPlan = { id: recipe.videoTracks + 1, samples, at, dataOffset: dataOffset + bytes, isFirst: false };
  const sound = recipe.audio ? [trackFragment(recipe, soundPlan)] : [];
  return box('moof', box('mfhd', u32(0, 1)), video, ...sound);
}

interface TrackFragmentPlan extends FragmentPlace {
  readonly id: number;
  readonly samples: number;
  readonly isFirst: boolean;
}

function trackFragment(recipe: Mp4Recipe, plan: TrackFragmentPlan): Uint8Array {
  const { id, samples, at, dataOffset, isFirst } = plan;
  switch (recipe.fragmentStyle) {
    case 'listed': {
      const each = Array.from({ length: samples }, () => [recipe.frameDuration, recipe.frameBytes, 0, 0]).flat();
      return box('traf', box('tfhd', u32(0x02_00_00, id)), box('trun', u32(0xf05, samples, dataOffset, 0, ...each)));
    }
    case 'defaults':
      return box('traf', box('tfhd', u32(0x02_00_00, id)), box('trun', u32(0x001, samples, dataOffset)));
    case 'explicit-base': {
      const given = u32(0x00_00_1b, id);
      const header = box('tfhd', given, u64(at + dataOffset), u32(1, recipe.frameDuration, recipe.frameBytes));
      return box('traf', header, box('trun', u32(0, samples)));
    }
    case 'chained': {
      const run = isFirst ? u32(0x001, samples, dataOffset) : u32(0, samples);
      return box('traf', box('tfhd', u32(0, id)), box('trun', run));
    }
  }
}
