/** Results by key. */
export interface ResultCache<K> {
  /** The cached result, or a new one. Rejects as `draw` does. */
  get(key: K, draw: () => Promise<Uint8Array>): Promise<Uint8Array>;
}

/** Caches the most recently used results. Concurrent callers share one drawing; a failed one is not cached. */
export function createResultCache<K>(options: { readonly maximumBytes: number }): ResultCache<K> {
  const results = new Map<K, { readonly bytes: Promise<Uint8Array>; size: number }>();
  let total = 0;
  const forget = (key: K) => {
    total -= results.get(key)?.size ?? 0;
    results.delete(key);
  };
  const makeRoom = () => {
    for (const [key, { size }] of results) {
      if (total <= options.maximumBytes) return;
      if (size > 0) forget(key);
    }
  };
  const keep = async (key: K, bytes: Promise<Uint8Array>) => {
    const entry = { bytes, size: 0 };
    results.set(key, entry);
    try {
      // A view keeps its whole buffer in memory.
      entry.size = (await bytes).buffer.byteLength;
      total += entry.size;
      makeRoom();
    } catch {
      forget(key);
    }
  };
  return {
    get(key: K, draw: () => Promise<Uint8Array>): Promise<Uint8Array> {
      const known = results.get(key);
      if (known !== undefined) {
        results.delete(key);
        results.set(key, known);
        return known.bytes;
      }
      const bytes = draw();
      void keep(key, bytes);
      return bytes;
    },
  };
}
