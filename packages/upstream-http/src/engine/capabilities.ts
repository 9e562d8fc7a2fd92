import type { UpstreamCapabilities } from '@filmgate/core';
import type { Endpoint } from './endpoint.ts';
import { findsBy } from './find-task.ts';
import type { ProviderDescription } from './provider-description.ts';

/** Returns what a client of a described protocol promises about its endpoint. */
export function capabilitiesOf(
  description: ProviderDescription,
  {
    endpoint,
    isNoticed,
  }: { readonly endpoint: Pick<Endpoint, 'id'>; readonly isNoticed?: boolean },
): UpstreamCapabilities {
  const { handlesBelongTo, unit, charges, atOnce } = description;
  const { pollsPerSecond: _, ...timing } = description.timing;
  const promised = {
    endpoint: endpoint.id,
    ...timing,
    handlesBelongTo,
    findsBy: findsBy(description, isNoticed === true),
    unit,
    charges,
  };
  if (atOnce?.isFor === undefined) return promised;
  const { sendTimeoutMs = timing.sendTimeoutMs } = atOnce;
  return {
    ...promised,
    images: { findsBy: 'none', ...(sendTimeoutMs !== undefined && { sendTimeoutMs }) },
  };
}
