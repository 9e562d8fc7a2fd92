/** Rows of the sixteen hexadecimal digits from the top, one binary digit per cell. */
// biome-ignore format: one line per digit
const DIGITS: readonly (readonly [string, string])[] = [
  ['0', '111 101 101 101 111'],
  ['1', '010 110 010 010 111'],
  ['2', '111 001 111 100 111'],
  ['3', '111 001 111 001 111'],
  ['4', '101 101 111 001 001'],
  ['5', '111 100 111 001 111'],
  ['6', '111 100 111 101 111'],
  ['7', '111 001 001 010 010'],
  ['8', '111 101 111 101 111'],
  ['9', '111 101 111 001 111'],
  ['A', '010 101 111 101 101'],
  ['B', '110 101 110 101 110'],
  ['C', '011 100 100 100 011'],
  ['D', '110 101 101 101 110'],
  ['E', '111 100 110 100 111'],
  ['F', '111 100 110 100 100'],
];

/** Cells across a small digit, without the gap to the next. */
export const SMALL_DIGIT_COLUMNS = 3;

const SMALL_FONT: ReadonlyMap<string, readonly number[]> = new Map(
  DIGITS.map(([digit, rows]) => [digit, rows.split(' ').map((row) => Number.parseInt(row, 2))]),
);

/** The five rows of an upper-case hexadecimal digit, {@link SMALL_DIGIT_COLUMNS} bits each. */
export function smallDigitRows(digit: string): readonly number[] {
  const rows = SMALL_FONT.get(digit);
  if (rows === undefined) throw new RangeError(`not an upper-case hexadecimal digit: ${digit}`);
  return rows;
}
