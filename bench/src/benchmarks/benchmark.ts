import type { Row } from '../report/row.ts';

/** One benchmark of the project. */
export interface Benchmark {
  readonly name: string;
  /** What is measured beside what, in one line. */
  readonly summary: string;
  run(context: BenchContext): Promise<readonly Row[]>;
}

export interface BenchContext {
  readonly rounds: number;
  /** Rounds that may be repeated when others disturbed them. */
  readonly repeats: number;
  /** Length of a counted slice, in seconds. */
  readonly sliceSeconds: number;
  /** A tenth of everything that is stored or sent. */
  readonly quick: boolean;
  /** A folder, removed at the end. */
  folder(name: string): string;
  /** Another one at each call. */
  newFolder(name: string): string;
  /** Like `folder`, but kept for the next run where the caller asked for it; may hold what an earlier run left. */
  keptFolder(name: string): string;
  /** Arguments for the Node of every server, peers included: what the launcher gives the gateway, and a profiler's. */
  readonly serverNodeArguments: readonly string[];
  progress(text: string): void;
  /** Called when the benchmark is over, whatever came of it; last first. */
  later(cleanUp: () => Promise<void>): void;
}
