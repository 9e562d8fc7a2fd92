import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runServerProgram } from './server-program.ts';

/** Records metrics of the last days for a stopped gateway. */
export async function recordPast(dataDirectory: string, days: number): Promise<void> {
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  await runServerProgram('record-past', [join(dataDirectory, 'filmgate.db'), String(days)]);
}
