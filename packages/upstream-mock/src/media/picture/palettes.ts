/** The colours one clip is drawn in. */
export interface ClipColors {
  /** Behind the text. */
  readonly card: string;
  /** For what should catch the eye: the model, the progress bar. */
  readonly accent: string;
  /** For the mosaic. */
  readonly tiles: readonly [string, string, string, string, string];
}

/** Chosen by hand to be pleasant together and easy to tell apart; light text is legible on every card. */
// biome-ignore format: one line per palette
export const CLIP_COLORS: readonly ClipColors[] = [
  { card: '#14213d', accent: '#fca311', tiles: ['#1d3557', '#457b9d', '#a8dadc', '#e63946', '#f1faee'] },
  { card: '#12261e', accent: '#a7c957', tiles: ['#386641', '#6a994e', '#a7c957', '#f2e8cf', '#bc4749'] },
  { card: '#231433', accent: '#ff9e6d', tiles: ['#3d1f5c', '#7b2d8b', '#c9486e', '#ff9e6d', '#ffe0b5'] },
  { card: '#1b2430', accent: '#5eead4', tiles: ['#2d3b4e', '#51657f', '#8fa6bf', '#5eead4', '#f8fafc'] },
  { card: '#2b1a12', accent: '#f4a259', tiles: ['#5b3a29', '#a44a3f', '#f4a259', '#f4e285', '#8cb369'] },
  { card: '#0f172a', accent: '#38bdf8', tiles: ['#1e3a8a', '#2563eb', '#38bdf8', '#f472b6', '#fde68a'] },
  { card: '#1d2521', accent: '#f7b2bd', tiles: ['#2f4a3c', '#5b8266', '#aec3b0', '#f7b2bd', '#b23a48'] },
  { card: '#0b2529', accent: '#e29578', tiles: ['#006d77', '#2a9d8f', '#83c5be', '#edf6f9', '#e29578'] },
  { card: '#1c1c1f', accent: '#ff5c6c', tiles: ['#2b2d42', '#5c677d', '#8d99ae', '#edf2f4', '#ef233c'] },
  { card: '#1f2310', accent: '#f9c74f', tiles: ['#43522b', '#90be6d', '#f9c74f', '#f8961e', '#f94144'] },
  { card: '#1e1b38', accent: '#c4b5fd', tiles: ['#312e81', '#6d5bd0', '#a78bfa', '#fbcfe8', '#fef3c7'] },
  { card: '#06202f', accent: '#7fdbda', tiles: ['#023e58', '#0277a5', '#48b5c4', '#a6e3e9', '#ffd166'] },
];

/** Grounds for the code points of characters outside the font; white digits are legible on each. */
export const PLATE_COLORS: readonly string[] = [
  '#9b2c2c',
  '#9c4221',
  '#8a5a00',
  '#5f6b1a',
  '#2f6b3a',
  '#20695f',
  '#1f6180',
  '#2a4d9b',
  '#4a3fa3',
  '#6b3796',
  '#8c2f78',
  '#5a5f6b',
];
