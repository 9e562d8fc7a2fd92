import type { GatewayPorts } from '@filmgate/core';
import { Gauge, type Registry } from '@platformatic/prom-client';

/** Room on the disk of this node; nothing where it cannot be told. */
export function watchSpace(
  registry: Registry,
  { resultBlobs, freeSpace }: Pick<GatewayPorts, 'resultBlobs' | 'freeSpace'>,
): void {
  registry.registerMetric(
    new Gauge({
      name: 'filmgate_free_bytes',
      help: 'Bytes free for results.',
      registers: [],
      async collect() {
        this.reset();
        const bytes = await resultBlobs.freeBytes();
        if (bytes !== null) this.set(bytes);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'filmgate_free_space_low',
      help: '1 while so little is free that uploads and references are refused, else 0.',
      registers: [],
      async collect() {
        this.set((await freeSpace?.isLow()) === true ? 1 : 0);
      },
    }),
  );
}
