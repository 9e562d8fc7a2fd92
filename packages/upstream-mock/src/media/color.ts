/** Red, green and blue, 0..255 each. */
export type Color = readonly [red: number, green: number, blue: number];

/** The same colour in video terms. */
export interface ComponentColor {
  readonly luma: number;
  readonly blueDifference: number;
  readonly redDifference: number;
}

/** The colour of a hue in degrees, with saturation and lightness in percent (HSL of CSS Color 4). */
export function hueColor(hue: number, saturation: number, lightness: number): Color {
  const reach = (saturation * Math.min(lightness, 100 - lightness)) / 100;
  const level = (offset: number): number => {
    const k = (offset + hue / 30) % 12;
    const percent = lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round((percent * 255) / 100);
  };
  return [level(0), level(8), level(4)];
}

/** A colour between two: `percent` of the second, the rest of the first. */
export function blend(first: Color, second: Color, percent: number): Color {
  const mix = (a: number, b: number): number =>
    Math.round((a * (100 - percent) + b * percent) / 100);
  return [mix(first[0], second[0]), mix(first[1], second[1]), mix(first[2], second[2])];
}

/** Y'CbCr of ITU-R BT.709 in limited range (16..235, 16..240), items 3.2 to 3.5. */
export function toComponents([red, green, blue]: Color): ComponentColor {
  const luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return {
    luma: Math.round(16 + (219 * luma) / 255),
    blueDifference: Math.round(128 + (224 * (blue - luma)) / (1.8556 * 255)),
    redDifference: Math.round(128 + (224 * (red - luma)) / (1.5748 * 255)),
  };
}
