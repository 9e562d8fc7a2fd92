import { runServerProgram } from './server-program.ts';

/** Writes `count` calls of the last day into the request log of a stopped gateway. */
export function seedRequests(dataDirectory: string, count: number): Promise<void> {
  return runServerProgram('seed-requests', [dataDirectory, String(count)]);
}
