/**
 * Transforms 16 values in raster order with the matrix of ITU-T H.264 clause 8.5.10,
 * not normalized: applying it twice gives 16 times the input.
 */
export function hadamard4x4(input: Int32Array, output: Int32Array): void {
  transformLines(input, output, 1);
  transformLines(output, output, 4);
}

/** Four lines of four values, `step` apart: 1 = the rows, 4 = the columns. */
function transformLines(input: Int32Array, output: Int32Array, step: 1 | 4): void {
  const between = 5 - step;
  for (let line = 0; line < 4; line += 1) {
    const first = line * between;
    const a = input[first] ?? 0;
    const b = input[first + step] ?? 0;
    const c = input[first + 2 * step] ?? 0;
    const d = input[first + 3 * step] ?? 0;
    output[first] = a + b + c + d;
    output[first + step] = a + b - c - d;
    output[first + 2 * step] = a - b - c + d;
    output[first + 3 * step] = a - b + c - d;
  }
}

/**
 * Transforms four values in raster order (clause 8.5.11.1), not normalized: applying it twice gives
 * four times the input.
 */
export function hadamard2x2(input: Int32Array, output: Int32Array): void {
  const a = input[0] ?? 0;
  const b = input[1] ?? 0;
  const c = input[2] ?? 0;
  const d = input[3] ?? 0;
  output[0] = a + b + c + d;
  output[1] = a - b + c - d;
  output[2] = a + b - c - d;
  output[3] = a - b - c + d;
}
