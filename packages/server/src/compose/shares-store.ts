import type { GatewayPorts } from '@filmgate/core';

/** Whether other nodes may stand on the same store, now or later. */
export function sharesStore({ storage }: Pick<GatewayPorts, 'storage'>): boolean {
  return storage.manifest.processes === 'many';
}
