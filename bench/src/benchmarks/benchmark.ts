import type { Row } from '../report/row.ts';

/** One benchmark of the project. */
export interface Benchmark {
  readonly name: string;
  /** The two sides that are compared, in one line. */
  readonly summary: string;
  run(context: BenchContext): Promise<readonly Row[]>;
}

export interface BenchContext {
  readonly rounds: number;
  /** Maximum number of repeated rounds after a disturbance by other processes. */
  readonly repeats: number;
  /** Length of a counted slice, in seconds. */
  readonly sliceSeconds: number;
  /** A tenth of everything that is stored or sent. */
  readonly quick: boolean;
  /** A folder, removed at the end. */
  folder(name: string): string;
  /** Returns another folder at each call. */
  newFolder(name: string): string;
  /** Like `folder`, but kept for the next run if the caller asked for it; may contain files of an earlier run. */
  keptFolder(name: string): string;
  /** Arguments for the Node of every server, peers included: what the launcher gives the gateway, and a profiler's. */
  readonly serverNodeArguments: readonly string[];
  progress(text: string): void;
  /** Functions called when the benchmark ends, with success or not; last first. */
  later(cleanUp: () => Promise<void>): void;
}
