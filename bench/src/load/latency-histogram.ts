const bucketsPerMs = 100;
const longestMs = 4_000;

/** Counts latencies in steps of 10 µs. */
export class LatencyHistogram {
  readonly #buckets = new Uint32Array(bucketsPerMs * longestMs);
  #count = 0;

  add(ms: number): void {
    const bucket = Math.min(this.#buckets.length - 1, Math.floor(ms * bucketsPerMs));
    this.#buckets[bucket] = (this.#buckets[bucket] ?? 0) + 1;
    this.#count += 1;
  }

  /** Latency in ms that the given share of all responses did not exceed. */
  percentile(share: number): number {
    let seen = 0;
    for (const [index, count] of this.#buckets.entries()) {
      seen += count;
      if (seen >= this.#count * share) return index / bucketsPerMs;
    }
    return Number.NaN;
  }
}
