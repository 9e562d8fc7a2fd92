import { runServerProgram } from './server-program.ts';

/** Writes so many ended videos of the workbench into a data directory no gateway has open; `number 0,` is the oldest. */
export function seedJobs(dataDirectory: string, count: number): Promise<void> {
  return runServerProgram('seed-jobs', [dataDirectory, String(count)]);
}
