import type { GatewayPorts } from '@filmgate/core';
import { overrideMethods } from './override-methods.ts';

/**
 * Ports on which the runner finds nothing to do, so that what is measured is the answering of requests alone. Nothing
 * else differs: every other call goes straight to the store.
 */
export function withoutRunner(ports: GatewayPorts): GatewayPorts {
  const { storage } = ports;
  return {
    ...ports,
    storage: overrideMethods(storage, {
      jobs: overrideMethods(storage.jobs, { claimDue: async () => [] }),
      reader: overrideMethods(storage.reader, { nextDueAt: async () => null }),
      events: overrideMethods(storage.events, { onWork: () => () => {} }),
    }),
  };
}
