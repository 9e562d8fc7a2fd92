/** Grades of brightness by their part in the picture. */
export const PART = {
  footer: 0,
  card: 1,
  ink: 8,
  dimInk: 6,
  accent: 7,
  track: 2,
  stripZero: 0,
  stripOne: 8,
  darkestTile: 2,
} as const;
