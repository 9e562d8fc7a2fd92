import type { Check, CheckResult, FinishedCheck } from './check.ts';

export interface ScheduleOptions {
  readonly checks: readonly Check[];
  /** How many run at a time. */
  readonly lanes: number;
  /** Milliseconds that only grow. */
  readonly nowMs: () => number;
  readonly onStart: (name: string) => void;
  readonly onProgress: (name: string, progress: string) => void;
  readonly onFinish: (finished: FinishedCheck) => void;
}

function failure(output: string): CheckResult {
  return { passed: 0, failed: 1, output };
}

async function runToEnd(check: Check, report: (progress: string) => void): Promise<CheckResult> {
  try {
    return await check.run(report);
  } catch (error) {
    return failure(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

type NextCheck =
  | { readonly kind: 'run'; readonly check: Check }
  | { readonly kind: 'refuse'; readonly check: Check; readonly failedCheck: string };

/** The first check, in the given order, whose predecessors have all ended; nothing when all that are left must wait. */
function nextCheck(
  waiting: readonly Check[],
  results: ReadonlyMap<string, CheckResult>,
): NextCheck | undefined {
  const check = waiting.find(({ after }) => after.every((name) => results.has(name)));
  if (check === undefined) return undefined;
  const failedCheck = check.after.find((name) => results.get(name)?.failed !== 0);
  return failedCheck === undefined
    ? { kind: 'run', check }
    : { kind: 'refuse', check, failedCheck };
}

/** What is known of the checks while they run. */
class CheckRun {
  readonly finished: FinishedCheck[] = [];
  readonly running = new Set<Promise<void>>();
  readonly #waiting: Check[];
  readonly #results = new Map<string, CheckResult>();
  readonly #options: ScheduleOptions;

  constructor(options: ScheduleOptions) {
    this.#options = options;
    this.#waiting = [...options.checks];
  }

  get isOver(): boolean {
    return this.#waiting.length === 0 && this.running.size === 0;
  }

  /** Takes the next check up; false when there is nothing to do before a running one ends. */
  advance(): boolean {
    if (this.running.size >= this.#options.lanes) return false;
    const next = nextCheck(this.#waiting, this.#results);
    if (next === undefined) return false;
    this.#waiting.splice(this.#waiting.indexOf(next.check), 1);
    if (next.kind === 'run') {
      const run = this.#run(next.check).finally(() => this.running.delete(run));
      this.running.add(run);
    } else {
      const result = failure(`not run, because "${next.failedCheck}" failed`);
      this.#finish({ name: next.check.name, result, durationMs: 0 });
    }
    return true;
  }

  async #run(check: Check): Promise<void> {
    const { nowMs, onStart, onProgress } = this.#options;
    const startedAtMs = nowMs();
    onStart(check.name);
    const result = await runToEnd(check, (progress) => onProgress(check.name, progress));
    this.#finish({ name: check.name, result, durationMs: nowMs() - startedAtMs });
  }

  #finish(finished: FinishedCheck): void {
    this.#results.set(finished.name, finished.result);
    this.finished.push(finished);
    this.#options.onFinish(finished);
  }
}

/**
 * Runs every check, several at a time, and in the given order as far as their predecessors allow. What a check throws
 * is its failure.
 *
 * @throws RangeError when a check waits for one that is not in the list, or for itself
 */
export async function runSchedule(options: ScheduleOptions): Promise<readonly FinishedCheck[]> {
  const run = new CheckRun(options);
  while (!run.isOver) {
    if (run.advance()) continue;
    if (run.running.size === 0) throw new RangeError('a check waits for one that never ends');
    await Promise.race(run.running);
  }
  return run.finished;
}
