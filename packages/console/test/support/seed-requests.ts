import { runServerProgram } from './server-program.ts';

/** Writes so many calls of the last day into the request log of a data directory no gateway has open. */
export function seedRequests(dataDirectory: string, count: number): Promise<void> {
  return runServerProgram('seed-requests', [dataDirectory, String(count)]);
}
