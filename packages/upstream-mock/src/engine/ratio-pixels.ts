import { stripMagicTokens } from '../job/strip-magic-tokens.ts';

/** Size of a picture. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
}

/** Short sides in pixels, by the names of resolutions besides `720p` and similar. */
const namedSides: ReadonlyMap<string, number> = new Map([
  ['1k', 1_080],
  ['2k', 1_440],
  ['4k', 2_160],
]);

/** Shapes by name; the others are written `16:9`. */
const namedRatios: ReadonlyMap<string, string> = new Map([
  ['auto', '16:9'],
  ['adaptive', '16:9'],
  ['landscape', '16:9'],
  ['portrait', '9:16'],
  ['square', '1:1'],
]);

/** Pixels of a ratio and a resolution's name, without tokens; undefined if either is invalid. Checks no size limits. */
export function ratioPixels(resolution: string, aspectRatio: string): Pixels | undefined {
  const side = sideOf(stripMagicTokens(resolution).toLowerCase());
  const shape = stripMagicTokens(aspectRatio).toLowerCase();
  const [, across, down] = /^(\d{1,2}):(\d{1,2})$/.exec(namedRatios.get(shape) ?? shape) ?? [];
  const [wide, high] = [Number(across), Number(down)];
  if (side === undefined || !(wide > 0) || !(high > 0)) return undefined;
  const long = 2 * Math.round((side * Math.max(wide, high)) / Math.min(wide, high) / 2);
  return wide >= high ? { width: long, height: side } : { width: side, height: long };
}

/** Pixels of an image with this longer side, in steps of 16: the makers of such models name none. */
export function imagePixels(aspectRatio: string, longSide: number): Pixels {
  const [, across = 1, down = 1] = (/^(\d{1,2}):(\d{1,2})$/.exec(aspectRatio) ?? []).map(Number);
  const unit = longSide / Math.max(across, down, 1);
  const side = (parts: number) => Math.max(16, Math.round((parts * unit) / 16) * 16);
  return { width: side(across), height: side(down) };
}

/** Maximum pixels of a picture with each resolution's name; larger ones are 4k. */
const mostPixels: readonly (readonly [resolution: string, pixels: number])[] = [
  ['480p', 450_000],
  ['720p', 1_100_000],
  ['1080p', 2_500_000],
];

/** The usual name of a resolution, for the price of a video; tokens beside the sent name are kept. */
export function pricedResolution(sent: string, { width, height }: Pixels): string {
  const usual = mostPixels.find(([, most]) => width * height <= most)?.[0] ?? '4k';
  return sent.replace(stripMagicTokens(sent), usual);
}

function sideOf(resolution: string): number | undefined {
  const [, lines] = /^(\d{3,4})p$/.exec(resolution) ?? [];
  return lines === undefined ? namedSides.get(resolution) : Number(lines);
}
