import type { StorageBundle } from '@filmgate/core';
import { Gauge, type Registry } from '@platformatic/prom-client';

/** Whether the store lost what it had answered. */
export function watchDataLossDetection(
  registry: Registry,
  { memory }: Pick<StorageBundle, 'memory'>,
): void {
  registry.registerMetric(
    new Gauge({
      name: 'filmgate_store_lost_changes',
      help: '1 while a store that lost changes waits for an operator, else 0.',
      registers: [],
      collect() {
        this.set((memory?.lost() ?? null) === null ? 0 : 1);
      },
    }),
  );
}
