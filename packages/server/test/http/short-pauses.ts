import type { GatewayPorts } from '@filmgate/core';

/**
 * Ports of a gateway that sleeps only a part of what it means to, for what it does every few seconds. Instants stay as they are,
 * and so does whatever it awaits by them.
 */
export function withShortPauses(times: number): (ports: GatewayPorts) => GatewayPorts {
  return ({ clock, ...others }) => ({
    ...others,
    clock: { ...clock, sleep: (ms, signal) => clock.sleep(ms / times, signal) },
  });
}
