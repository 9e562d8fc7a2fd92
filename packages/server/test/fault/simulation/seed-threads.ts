import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { SeedReport } from './run-seed.ts';
import type { WorldStoreName } from './world-stores.ts';

/** A history leaves no more than a few MB, which fit a core's cache: a tenth faster than with the engine's own size. */
const maxYoungGenerationSizeMb = 24;

/** Runs the histories of the seeds with a thread for each core; a thread has its seeds from the start. */
export async function runSeeds({
  store,
  seeds,
  onReport,
}: {
  readonly store: WorldStoreName;
  readonly seeds: readonly number[];
  readonly onReport: (report: SeedReport) => void;
}): Promise<void> {
  const threads = Math.min(availableParallelism(), seeds.length);
  const inThread = (thread: number): Promise<void> =>
    runInThread({ store, seeds: seeds.filter((_, index) => index % threads === thread) }, onReport);
  await Promise.all(Array.from({ length: threads }, (_, thread) => inThread(thread)));
}

function runInThread(
  workerData: { readonly store: WorldStoreName; readonly seeds: readonly number[] },
  onReport: (report: SeedReport) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const url = new URL('run-seed-thread.ts', import.meta.url);
    // The sources unchanged, whatever started the thread: a test run would transform each of them first.
    const execArgv = ['--conditions=@filmgate/source'];
    new Worker(url, { workerData, execArgv, resourceLimits: { maxYoungGenerationSizeMb } })
      .on('message', onReport)
      .once('error', reject)
      .once('exit', () => resolve());
  });
}
