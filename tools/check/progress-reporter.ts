import { writeSync } from 'node:fs';
import type { Reporter } from 'vitest/node';

/** Descriptor that run-command.ts listens on. */
const PROGRESS_DESCRIPTOR = 3;

/** Tells `npm test` of each test that ended, beside vitest's own output. */
export default class ProgressReporter implements Reporter {
  onTestCaseResult(): void {
    writeSync(PROGRESS_DESCRIPTOR, '.');
  }
}
