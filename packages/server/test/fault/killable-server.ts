import { composeGateway } from '../../src/compose.ts';
import { stopOnSignals } from '../../src/commands/stop-on-signals.ts';
import { readSettings } from '../../src/settings/read-settings.ts';
import { killPointSchema, withKillPoint } from './kill-point.ts';

/** A gateway in a process of its own, that dies at `KILL_POINT` when one is given. Prints one line of JSON when it listens. */
const reading = readSettings(process.env);
if (reading.kind === 'refused') throw new Error(reading.problems.join(' '));
const { KILL_POINT: given } = process.env;
const point = given === undefined ? undefined : killPointSchema.parse(JSON.parse(given));
const running = await composeGateway(reading.settings, {
  ...(point !== undefined && { wrapPorts: (ports) => withKillPoint(ports, point) }),
});
stopOnSignals({
  source: process,
  monotonicMs: () => performance.now(),
  stop: running.stop,
  exit: (code) => process.exit(code),
});
process.stdout.write(
  `${JSON.stringify({ tasksUrl: running.tasksUrl, localUrl: running.localUrl })}\n`,
);
