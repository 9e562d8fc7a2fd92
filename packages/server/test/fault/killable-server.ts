import { composeGateway } from '../../src/compose.ts';
import { stopOnSignals } from '../../src/commands/stop-on-signals.ts';
import { readSettings } from '../../src/settings/read-settings.ts';
import { failPointSchema, withFailPoint } from './fail-point.ts';

/**
 * A gateway in a process of its own, that fails at `FAIL_POINT` when one is given, and whose event loop stands still for
 * `BLOCK_MS` on SIGUSR2. Prints one line of JSON when it listens.
 */
const reading = readSettings(process.env);
if (reading.kind === 'refused') throw new Error(reading.problems.join(' '));
const { FAIL_POINT: given, BLOCK_MS: blockMs = '0' } = process.env;
const point = given === undefined ? undefined : failPointSchema.parse(JSON.parse(given));
const running = await composeGateway(reading.settings, {
  ...(point !== undefined && { wrapPorts: (ports) => withFailPoint(ports, { point, prompt: '' }) }),
});
stopOnSignals({
  source: process,
  monotonicMs: () => performance.now(),
  stop: running.stop,
  exit: (code) => process.exit(code),
});
process.on('SIGUSR2', () => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(blockMs));
});
process.stdout.write(
  `${JSON.stringify({ tasksUrl: running.tasksUrl, localUrl: running.localUrl })}\n`,
);
