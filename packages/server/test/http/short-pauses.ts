import type { GatewayPorts } from '@filmgate/core';

/**
 * Wraps the ports of a gateway so that periodic sleeps take only a fraction of their time. Instants are unchanged, and
 * so are waits for them.
 */
export function withShortPauses(times: number): (ports: GatewayPorts) => GatewayPorts {
  return ({ clock, ...others }) => ({
    ...others,
    clock: { ...clock, sleep: (ms, signal) => clock.sleep(ms / times, signal) },
  });
}
