import type { AspectRatio } from '@filmgate/core';

/** Width and height in pixels. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
}

/** The pixels of each resolution, by aspect ratio. */
export type PixelTable = {
  readonly [resolution: string]: { readonly [ratio in AspectRatio]?: Pixels };
};

export function of(width: number, height: number): Pixels {
  return { width, height };
}

/** Returns the pixels of the six usual shapes from the wide ones; the tall ones swap width and height. */
export function row(
  wide: Pixels,
  fourToThree: Pixels,
  [square, widest]: readonly [number, Pixels],
) {
  return {
    '16:9': wide,
    '9:16': turned(wide),
    '4:3': fourToThree,
    '3:4': turned(fourToThree),
    '1:1': of(square, square),
    '21:9': widest,
  };
}

function turned({ width, height }: Pixels): Pixels {
  return of(height, width);
}
