import type { GatewayPorts } from '@filmgate/core';
import { z } from 'zod';
import { stopOnSignals } from '../../../src/commands/signals.ts';
import { composeGateway } from '../../../src/compose.ts';
import { readSettings } from '../../../src/settings/read-settings.ts';
import { withQuickEndpoints } from '../../http/quick-endpoints.ts';
import { failPointSchema, withFailPoint } from '../fail-point.ts';
import { overlay } from '../overlay.ts';

/**
 * A gateway in its own process, whose jobs with `FREEZE_PROMPT` in their prompt all freeze at `FREEZE_AT` when one is
 * given; each frozen job prints a line. Its clock is `CLOCK_AHEAD_MS` ahead, and its endpoints have the timings of a
 * quick provider. Prints one line of JSON when it listens.
 */
const reading = readSettings(process.env);
if (reading.kind === 'refused') throw new Error(reading.problems.join(' '));

/** Longer than the lifetime of any process here. */
const frozenMs = 3_600_000;

function withClockAhead(ports: GatewayPorts): GatewayPorts {
  const aheadMs = Number(process.env['CLOCK_AHEAD_MS'] ?? '0');
  const { clock } = ports;
  return { ...ports, clock: overlay(clock, { now: () => clock.now() + aheadMs }) };
}

function withFrozenStep(ports: GatewayPorts): GatewayPorts {
  const { FREEZE_AT: at, FREEZE_PROMPT: given } = process.env;
  if (at === undefined) return ports;
  const point = failPointSchema.parse(JSON.parse(at));
  const prompt = z.string().min(1).parse(given);
  const freeze = { prompt, hangMs: frozenMs, isRepeated: true };
  const onReached = () => process.stdout.write('frozen\n');
  // An accepted job does not advance while its response is frozen.
  const held =
    point.step === 'accept'
      ? withFailPoint(ports, { ...freeze, point: { ...point, step: 'claim', when: 'after' } })
      : ports;
  return withFailPoint(held, { ...freeze, point, onReached });
}

const running = await composeGateway(reading.settings, {
  wrapPorts: (ports) => withFrozenStep(withQuickEndpoints(withClockAhead(ports))),
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
