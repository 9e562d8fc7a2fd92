import { readFileSync } from 'node:fs';
import { fromOwnProgram } from '../harness/from-own-program.ts';

/** The tasks of a seeded store, in the order they were created. */
export interface TaskBook {
  /** API keys, by owner. */
  readonly keys: readonly string[];
  readonly ids: readonly string[];
  /** Index of each task's owner; owner 0 holds a fifth of all tasks. */
  readonly owners: readonly number[];
  /** How many of the last tasks are still open. */
  readonly open: number;
}

export function readTaskBook(file: string): TaskBook {
  return fromOwnProgram<TaskBook>(JSON.parse(readFileSync(file, 'utf8')));
}
