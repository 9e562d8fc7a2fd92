/** Grades of brightness of the parts of a picture. */
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
