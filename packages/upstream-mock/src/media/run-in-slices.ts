import { setImmediate } from 'node:timers/promises';

/** How work is cut up. */
export interface SliceOptions {
  /** Units of work done before the event loop gets its turn. */
  readonly unitsPerSlice: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs work to its end without holding the event loop: the work yields the units it has done, and
 * after each slice of them everything else that is due may run.
 *
 * @throws the signal's reason when it is aborted before the work is done
 */
export async function runInSlices<Result>(
  work: Generator<number, Result, void>,
  options: SliceOptions,
): Promise<Result> {
  let units = 0;
  options.signal?.throwIfAborted();
  for (let step = work.next(); ; step = work.next()) {
    if (step.done === true) return step.value;
    units += step.value;
    if (units < options.unitsPerSlice) continue;
    units = 0;
    await setImmediate();
    options.signal?.throwIfAborted();
  }
}
