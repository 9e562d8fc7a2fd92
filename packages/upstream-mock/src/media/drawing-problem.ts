/** Why something cannot be drawn. */
export interface DrawingProblem {
  /** What would have to change. */
  readonly fields: readonly ('width' | 'height' | 'duration' | 'framesPerSecond')[];
  /** What was asked for, and the limit. */
  readonly message: string;
}

/** @throws RangeError with the message, when there is one */
export function refuseProblem(problem: DrawingProblem | undefined): void {
  if (problem !== undefined) throw new RangeError(problem.message);
}
