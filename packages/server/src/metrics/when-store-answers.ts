import { StorageUnavailable } from '@filmgate/core';
import type { Gauge } from '@platformatic/prom-client';

/**
 * Collects a gauge from the store at each scrape. While the store cannot be reached the gauge has no sample, and the
 * other metrics are told all the same: that is when they are needed.
 */
export function whenStoreAnswers<Labels extends string, Read>(
  read: () => Promise<Read>,
  set: (gauge: Gauge<Labels>, value: Read) => void,
): (this: Gauge<Labels>) => Promise<void> {
  return async function collect() {
    try {
      const value = await read();
      this.reset();
      set(this, value);
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error;
      clear(this);
    }
  };
}

/** Takes every sample away: `reset` leaves a gauge without labels at 0, and `remove` wants the labels of those that have some. */
function clear<Labels extends string>(gauge: Gauge<Labels>): void {
  const isLabelled =
    'labelNames' in gauge && Array.isArray(gauge.labelNames) && gauge.labelNames.length > 0;
  if (isLabelled) gauge.reset();
  else gauge.remove();
}
