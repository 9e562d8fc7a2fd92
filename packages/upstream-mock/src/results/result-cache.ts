/** Default size: about a hundred videos. */
const usualBytes = 64 * 1024 * 1024;

/** Drawn results by key. */
export interface ResultCache {
  /** The cached result, or a new one. Rejects as `draw` does. */
  readonly get: (key: string, draw: () => Promise<Uint8Array>) => Promise<Uint8Array>;
}

/** Caches the most recently used results. Concurrent callers share one drawing; a failed one is not cached. */
export function createResultCache(maximumBytes = usualBytes): ResultCache {
  const results = new Map<string, { readonly bytes: Promise<Uint8Array>; size: number }>();
  let total = 0;
  const forget = (key: string) => {
    total -= results.get(key)?.size ?? 0;
    results.delete(key);
  };
  const keep = async (key: string, bytes: Promise<Uint8Array>) => {
    const entry = { bytes, size: 0 };
    results.set(key, entry);
    try {
      // A view keeps its whole buffer in memory.
      entry.size = (await bytes).buffer.byteLength;
      total += entry.size;
      for (const [oldest, { size }] of results)
        if (total > maximumBytes && size > 0) forget(oldest);
    } catch {
      forget(key);
    }
  };
  return {
    get: (key, draw) => {
      const known = results.get(key);
      if (known === undefined) {
        const bytes = draw();
        void keep(key, bytes);
        return bytes;
      }
      results.delete(key);
      results.set(key, known);
      return known.bytes;
    },
  };
}
