import { availableParallelism } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Check, CheckResult } from './check.ts';
import { createChecks } from './create-checks.ts';
import { createDisplay, formatOutput, formatRemarks, formatTable, formatTotal } from './display.ts';
import { runSchedule } from './schedule.ts';

/**
 * Everything CI looks at, in one run.
 *
 *     npm test                            all checks; the output of those that fail, or nearly did
 *     npm test -- --verbose               the output of all
 *     npm test -- --only lint,types       some, with those they need
 */

const root = resolve(import.meta.dirname, '../..');
/** Two checks keep two cores busy; more of them would only slow down the tests, which look at time. */
const MOST_LANES = 3;

const usage = 'npm test -- [--verbose] [--only CHECK,CHECK]';

function leave(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  return process.exit(1);
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        verbose: { type: 'boolean', default: false },
        only: { type: 'string' },
      },
    }).values;
  } catch (error) {
    return leave(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
  }
}

const values = readOptions();

/** The project's own tools and its Node come before the machine's. */
process.env['PATH'] = [join(root, 'node_modules', '.bin'), process.env['PATH']].join(delimiter);

function chooseChecks(): readonly Check[] {
  try {
    return createChecks(root, values.only?.split(','));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return leave(error.message);
  }
}

const checks = chooseChecks();
const nowMs = () => performance.now();
const display = createDisplay({ stream: process.stdout, total: checks.length, nowMs });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => process.exit(1));
}
const finished = await runSchedule({
  checks,
  lanes: Math.min(MOST_LANES, Math.max(2, availableParallelism())),
  nowMs,
  onStart: display.start,
  onProgress: display.progress,
  onFinish: display.finish,
});
display.close();
const isTold = ({ failed, remarks = [] }: CheckResult) => failed > 0 || remarks.length > 0;
const shown = finished.filter(({ result }) => values.verbose || isTold(result));
process.stdout.write(shown.map(formatOutput).join(''));
const remarks = formatRemarks(finished);
process.stdout.write(`\n${formatTable(finished)}${remarks}\n${formatTotal(finished)}`);
process.exitCode = finished.some(({ result }) => result.failed > 0) ? 1 : 0;
