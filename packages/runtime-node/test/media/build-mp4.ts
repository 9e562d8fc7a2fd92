import { fragment, segmentIndex } from './build-fragments.ts';
import { movieBox } from './build-movie-box.ts';
import { box, join, text, u32, u64, zeros } from './mp4-bytes.ts';
import { type Mp4Recipe, ORDINARY } from './mp4-recipe.ts';

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

function mediaBox(recipe: Mp4Recipe, length: number): Uint8Array {
  if (!recipe.wide) return box('mdat', zeros(length));
  return join([u32(1), text('mdat'), u64(length + 16), zeros(length)]);
}

function buildFragmented(recipe: Mp4Recipe, start: Uint8Array): Uint8Array {
  const movie = movieBox({ ...recipe, movieDuration: 'zero' }, 0);
  const opening = start.length + movie.length;
  const index = recipe.segmentIndex === 'none' ? zeros(0) : segmentIndex(recipe.fragments, recipe);
  const parts = [start, movie, index];
  let at = opening + index.length;
  for (const samples of recipe.fragments) {
    const part = fragment(recipe, samples, at);
    parts.push(part);
    at += part.length;
  }
  return join(parts);
}
