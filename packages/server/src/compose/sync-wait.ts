import type { GatewayOptions } from '@filmgate/core';
import type { Settings } from '../settings/settings-schema.ts';

const second = 1_000;

/** How long a synchronous caller is kept waiting for a family, in ms: the operator's bound, else the family's own [local.wait.bound]. */
export function syncWaitMs(
  { FILMGATE_SYNC_WAIT_SECONDS: stated }: Pick<Settings, 'FILMGATE_SYNC_WAIT_SECONDS'>,
  { catalog }: Pick<GatewayOptions, 'catalog'>,
  family: string,
): number {
  const known = catalog().families.find(({ id }) => id === family);
  if (known === undefined) throw new Error(`The catalog has no family ${family}.`);
  return (stated ?? known.waitSeconds) * second;
}
