import { box, text, u16, u32, u64, zeros } from './mp4-bytes.ts';
import type { Mp4Recipe } from './mp4-recipe.ts';

/** The `moov` box, for media that begins at a file offset. */
export function movieBox(recipe: Mp4Recipe, mediaStart: number): Uint8Array {
  const trackBytes = recipe.frames * recipe.frameBytes;
  const videos = Array.from({ length: recipe.videoTracks }, (_, index) =>
    trackBox(recipe, { id: index + 1, handler: 'vide', start: mediaStart + index * trackBytes }),
  );
  const audioId = recipe.videoTracks + 1;
  const audioStart = mediaStart + recipe.videoTracks * trackBytes;
  const sounds = recipe.audio
    ? [trackBox(recipe, { id: audioId, handler: 'soun', start: audioStart })]
    : [];
  const extension =
    recipe.fragments.length === 0
      ? []
      : [
          box(
            'mvex',
            ...Array.from({ length: audioId }, (_, index) => trackDefaults(recipe, index + 1)),
          ),
        ];
  return box('moov', movieHeader(recipe), ...videos, ...sounds, ...extension);
}

/** Only the fields that the fragments leave out are correct; the fragments override the rest. */
function trackDefaults(recipe: Mp4Recipe, id: number): Uint8Array {
  const isOverruled = ['listed', 'explicit-base'].includes(recipe.fragmentStyle);
  const duration =
    isOverruled || recipe.fragmentStyle === 'listed-durations' ? 77 : recipe.frameDuration;
  const size = isOverruled || recipe.fragmentStyle === 'listed-sizes' ? 7777 : recipe.frameBytes;
  return box('trex', u32(0, id, 1, duration, size, 0));
}

function movieHeader(recipe: Mp4Recipe): Uint8Array {
  const known = recipe.frames * recipe.frameDuration;
  const rest = zeros(80);
  if (recipe.wide) {
    const duration = { known: u64(known), zero: u64(0), 'all-ones': u32(0xffffffff, 0xffffffff) };
    return box(
      'mvhd',
      u32(0x0100_0000),
      zeros(16),
      u32(recipe.timescale),
      duration[recipe.movieDuration],
      rest,
    );
  }
  const duration = { known, zero: 0, 'all-ones': 0xffffffff };
  return box('mvhd', u32(0, 0, 0, recipe.timescale, duration[recipe.movieDuration]), rest);
}

interface TrackPlan {
  readonly id: number;
  readonly handler: 'vide' | 'soun';
  /** File offset of the first sample. */
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
  const offsets = Array.from(
    { length: chunks },
    (_, chunk) => start + chunk * recipe.framesPerChunk * recipe.frameBytes,
  );
  const runs: number[][] = chunks === 0 ? [] : [[1, recipe.framesPerChunk, 1]];
  if (chunks > 1 && inLast !== recipe.framesPerChunk) runs.push([chunks, inLast, 1]);
  if (chunks === 1) runs[0] = [1, inLast, 1];
  return [
    box('stsd', u32(0, 1), handler === 'vide' ? videoEntry(recipe) : box('mp4a', zeros(28))),
    frames === 0 ? box('stts', u32(0, 0)) : box('stts', u32(0, 1, frames, recipe.frameDuration)),
    box('stsc', u32(0, runs.length), u32(...runs.flat())),
    sizeBox(recipe, frames),
    recipe.wide
      ? box('co64', u32(0, chunks), u64(...offsets))
      : box('stco', u32(0, chunks), u32(...offsets)),
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
