import { StorageUnavailable } from '@filmgate/core';
import type { Gauge } from '@platformatic/prom-client';

/**
 * Collects a gauge from the store at each scrape. While the store cannot be reached the gauge has no sample, and the
 * other metrics are told all the same: that is when they are needed.
 */
export function whenStoreAnswers<Labels extends string, Read>(
  read: () => Promise<Read>,
  set: (gauge: Gauge<Labels>, value: Read) => void,
  /** Takes its samples away: those of a gauge with labels all go by `reset`, which leaves one without labels at 0. */
  clear: 'remove' | 'reset' = 'remove',
): (this: Gauge<Labels>) => Promise<void> {
  return async function collect() {
    try {
      const value = await read();
      this.reset();
      set(this, value);
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error;
      this[clear]();
    }
  };
}
