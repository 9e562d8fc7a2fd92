import { box, join, u16, u32, u64, zeros } from './mp4-bytes.ts';
import type { Mp4Recipe } from './mp4-recipe.ts';

/** The `sidx` box announcing all fragments. */
export function segmentIndex(fragments: readonly number[], recipe: Mp4Recipe): Uint8Array {
  const references = fragments.map((samples) => [fragment(recipe, samples, 0).length, 0, 0]);
  const head =
    recipe.segmentIndex === 'version-1'
      ? u32(0x0100_0000, 1, recipe.timescale, 0, 0, 0, 0)
      : u32(0, 1, recipe.timescale, 0, 0);
  return box('sidx', head, u16(0, references.length), u32(...references.flat()));
}

/** One `moof` box and its media, at a file offset. */
export function fragment(recipe: Mp4Recipe, samples: number, at: number): Uint8Array {
  const moofLength = movieFragment(recipe, samples, { at, dataOffset: 0 }).length;
  const moof = movieFragment(recipe, samples, { at, dataOffset: moofLength + 8 });
  const tracks = recipe.audio ? 2 : 1;
  return join([moof, box('mdat', zeros(tracks * samples * recipe.frameBytes))]);
}

interface FragmentPosition {
  readonly at: number;
  /** Distance from the start of the fragment to its first sample, in bytes. */
  readonly dataOffset: number;
}

function movieFragment(
  recipe: Mp4Recipe,
  samples: number,
  { at, dataOffset }: FragmentPosition,
): Uint8Array {
  const bytes = samples * recipe.frameBytes;
  const video = trackFragment(recipe, { id: 1, samples, at, dataOffset, isFirst: true });
  const soundPlan = {
    id: recipe.videoTracks + 1,
    samples,
    at,
    dataOffset: dataOffset + bytes,
    isFirst: false,
  };
  const sound = recipe.audio ? [trackFragment(recipe, soundPlan)] : [];
  return box('moof', box('mfhd', u32(0, 1)), video, ...sound);
}

interface TrackFragmentPlan extends FragmentPosition {
  readonly id: number;
  readonly samples: number;
  readonly isFirst: boolean;
}

function trackFragment(recipe: Mp4Recipe, plan: TrackFragmentPlan): Uint8Array {
  const { id, samples, at, dataOffset, isFirst } = plan;
  switch (recipe.fragmentStyle) {
    case 'listed': {
      const each = Array.from({ length: samples }, () => [
        recipe.frameDuration,
        recipe.frameBytes,
        0,
        0,
      ]).flat();
      return box(
        'traf',
        box('tfhd', u32(0x02_00_00, id)),
        box('trun', u32(0xf05, samples, dataOffset, 0, ...each)),
      );
    }
    case 'listed-sizes':
    case 'listed-durations': {
      const isSizes = recipe.fragmentStyle === 'listed-sizes';
      const each = Array.from({ length: samples }, () =>
        isSizes ? recipe.frameBytes : recipe.frameDuration,
      );
      return box(
        'traf',
        box('tfhd', u32(0x02_00_00, id)),
        box('trun', u32(isSizes ? 0x201 : 0x101, samples, dataOffset, ...each)),
      );
    }
    case 'defaults':
      return box(
        'traf',
        box('tfhd', u32(0x02_00_00, id)),
        box('trun', u32(0x001, samples, dataOffset)),
      );
    case 'explicit-base': {
      const given = u32(0x00_00_1b, id);
      const header = box(
        'tfhd',
        given,
        u64(at + dataOffset),
        u32(1, recipe.frameDuration, recipe.frameBytes),
      );
      return box('traf', header, box('trun', u32(0, samples)));
    }
    case 'chained': {
      const run = isFirst ? u32(0x001, samples, dataOffset) : u32(0, samples);
      return box('traf', box('tfhd', u32(0, id)), box('trun', run));
    }
  }
}
