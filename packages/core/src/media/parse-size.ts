import type { Resolution } from './resolution.ts';

/** What a `size` says: a width and height, or one of the two legacy resolution words. */
export type ParsedSize =
  | { readonly kind: 'pixels'; readonly width: number; readonly height: number }
  | { readonly kind: 'resolution'; readonly resolution: Extract<Resolution, '720p' | '1080p'> };

const pixelForm = /^([1-9][0-9]{0,5})[xX×]([1-9][0-9]{0,5})$/;

/**
 * Reads a `size` [tasks.size.form]: `<width>x<height>` with `x`, `X` or `×`, or `720p` and
 * `1080p`; undefined for any other form. Width and height are 1 to 999999; they state only the aspect.
 */
export function parseSize(text: string): ParsedSize | undefined {
  if (text === '720p' || text === '1080p') return { kind: 'resolution', resolution: text };
  const match = pixelForm.exec(text);
  return match === null
    ? undefined
    : { kind: 'pixels', width: Number(match[1]), height: Number(match[2]) };
}
