import type { DrawingProblem } from '../drawing-problem.ts';

const MOST_PIXELS_A_SIDE = 4096;

/** Why no PNG has this size; undefined when one has. */
export function pngSizeProblem(width: number, height: number): DrawingProblem | undefined {
  const sides = { width, height };
  const fields = (['width', 'height'] as const).filter(
    (field) =>
      !(Number.isInteger(sides[field]) && sides[field] >= 1 && sides[field] <= MOST_PIXELS_A_SIDE),
  );
  if (fields.length === 0) return undefined;
  const message = `a PNG side must be 1..${MOST_PIXELS_A_SIDE}, got ${width}x${height}`;
  return { fields, message };
}
