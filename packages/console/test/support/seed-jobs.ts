import { runServerProgram } from './server-program.ts';

/** Writes `count` ended workbench videos into the data directory of a stopped gateway; `number 0,` is the oldest. */
export function seedJobs(dataDirectory: string, count: number): Promise<void> {
  return runServerProgram('seed-jobs', [dataDirectory, String(count)]);
}
