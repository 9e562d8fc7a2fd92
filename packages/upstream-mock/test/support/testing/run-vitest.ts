import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import * as z from 'zod';

const config = resolve(import.meta.dirname, 'from-source.config.ts');
const program = resolve(import.meta.dirname, '../../../../../node_modules/vitest/vitest.mjs');

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      assertionResults: z.array(
        z.object({
          title: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()),
        }),
      ),
    }),
  ),
});

/** Outcome of one test. */
export interface TestOutcome {
  readonly title: string;
  readonly status: string;
  /** Reason of the failure; empty if it passed. */
  readonly message: string;
}

/** Runs the tests in a folder as their author would, in a separate process. */
export async function runVitest(folder: string): Promise<readonly TestOutcome[]> {
  // This process is a test itself, and a Vitest that finds that out behaves otherwise.
  const env = Object.entries(process.env).filter(([name]) => !/^(?:VITEST|TEST$)/.test(name));
  const address = await mkdtemp(join(tmpdir(), 'filmgate-vitest-'));
  const report = join(address, 'report.json');
  const words = ['run', '--config', config, '--root', folder, '--reporter', 'json'];
  const child = spawn(process.execPath, [program, ...words, '--outputFile', report], {
    env: Object.fromEntries(env),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(child, 'exit');
  const { testResults } = reportSchema.parse(JSON.parse(await readFile(report, 'utf8')));
  await rm(address, { recursive: true });
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .map(({ title, status, failureMessages }) => ({
      title,
      status,
      message: failureMessages.join('\n'),
    }));
}
