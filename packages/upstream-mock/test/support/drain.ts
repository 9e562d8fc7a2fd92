/** Runs work that pauses between its steps to its end. */
export function drain<Result>(work: Generator<number, Result, void>): Result {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}
