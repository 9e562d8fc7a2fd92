import type { GatewayPorts } from '@filmgate/core';
import { composeGateway } from '../../src/compose.ts';
import { stopOnSignals } from '../../src/commands/signals.ts';
import { readSettings } from '../../src/settings/read-settings.ts';
import { createMovedClock } from '../http/moved-clock.ts';
import { failPointSchema, withFailPoint } from './fail-point.ts';

/**
 * A gateway in its own process, that fails at `FAIL_POINT` when one is given, whose event loop is blocked for
 * `BLOCK_MS` on SIGUSR2, and for which `PASSING_MS` pass on SIGHUP. Prints one line of JSON when it listens.
 */
const reading = readSettings(process.env);
if (reading.kind === 'refused') throw new Error(reading.problems.join(' '));
const { FAIL_POINT: failPoint, BLOCK_MS: blockMs = '0', PASSING_MS: passingMs } = process.env;
const point = failPoint === undefined ? undefined : failPointSchema.parse(JSON.parse(failPoint));
const clock = createMovedClock();
/** Both clocks move ahead, as after that time. */
const withPassingTime = (ports: GatewayPorts): GatewayPorts => {
  const moved = clock.wrapPorts(ports);
  const monotonicMs = () => ports.clock.monotonicMs() + clock.byMs;
  return { ...moved, clock: { ...moved.clock, monotonicMs } };
};
const running = await composeGateway(reading.settings, {
  wrapPorts: (given) => {
    const ports = passingMs === undefined ? given : withPassingTime(given);
    return point === undefined ? ports : withFailPoint(ports, { point, prompt: '' });
  },
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
process.on('SIGHUP', () => {
  clock.byMs += Number(passingMs ?? '0');
});
process.stdout.write(
  `${JSON.stringify({ tasksUrl: running.tasksUrl, localUrl: running.localUrl })}\n`,
);
