/**
 * The shapes a tile can bear. Coordinates count half cells from the tile's corner and are odd, so that
 * `size` (cells) is the tile's middle and integer arithmetic decides every cell the same way everywhere.
 */
type Motif = (x: number, y: number, size: number) => boolean;

const square = (value: number): number => value * value;

/** Squared distance from the tile's first corner, its last corner and its middle. */
const fromFirst = (x: number, y: number): number => square(x) + square(y);
const fromLast = (x: number, y: number, size: number): number =>
  fromFirst(2 * size - x, 2 * size - y);
const fromMiddle = (x: number, y: number, size: number): number => fromFirst(x - size, y - size);

const quarterDisc: Motif = (x, y, size) => fromFirst(x, y) <= square(2 * size);
const triangle: Motif = (x, y, size) => x + y <= 2 * size;
const halfDisc: Motif = (x, y, size) => square(x - size) + square(y) <= square(size);
const arcs: Motif = (x, y, size) =>
  quarterDisc(x, y, size) && Math.floor((2 * fromFirst(x, y)) / square(size)) % 4 < 2;
const disc: Motif = (x, y, size) => 16 * fromMiddle(x, y, size) <= square(3 * size);
const ring: Motif = (x, y, size) =>
  100 * fromMiddle(x, y, size) <= square(9 * size) &&
  400 * fromMiddle(x, y, size) > square(9 * size);
const diamond: Motif = (x, y, size) => Math.abs(x - size) + Math.abs(y - size) <= size;
const stripes: Motif = (_, y, size) => Math.floor((4 * y) / size) % 2 === 0;
const half: Motif = (_, y, size) => y < size;
const checks: Motif = (x, y, size) => x < size === y < size;
const leaf: Motif = (x, y, size) =>
  quarterDisc(x, y, size) && fromLast(x, y, size) <= square(2 * size);
const hourglass: Motif = (x, y, size) => (x - y) * (x + y - 2 * size) >= 0;

const MOTIFS: readonly Motif[] = [
  quarterDisc,
  triangle,
  halfDisc,
  arcs,
  disc,
  ring,
  diamond,
  stripes,
  half,
  checks,
  leaf,
  hourglass,
];

/** How many shapes there are, and into how many directions each can be turned. */
export const MOTIF_COUNT = MOTIFS.length;
export const MOTIF_TURNS = 4;

/**
 * Draws every shape in every direction once.
 *
 * @param size cells on one side of a tile
 * @returns masks by `motif * MOTIF_TURNS + turn`; one byte per cell in raster order, 1 inside the shape
 */
export function drawMotifs(size: number): readonly Uint8Array[] {
  return MOTIFS.flatMap((motif) => {
    const turns = [drawMotif(motif, size)];
    for (let turn = 1; turn < MOTIF_TURNS; turn += 1) {
      turns.push(turnClockwise(turns.at(-1) ?? new Uint8Array(), size));
    }
    return turns;
  });
}

function drawMotif(motif: Motif, size: number): Uint8Array {
  const mask = new Uint8Array(size * size);
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (motif(2 * column + 1, 2 * row + 1, size)) mask[row * size + column] = 1;
    }
  }
  return mask;
}

function turnClockwise(mask: Uint8Array, size: number): Uint8Array {
  const turned = new Uint8Array(size * size);
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      turned[column * size + (size - 1 - row)] = mask[row * size + column] ?? 0;
    }
  }
  return turned;
}
