/** Says within one process that sessions were ended, so that what lives by them need not wait for its next look. */
export interface SessionEnds {
  /** Some sessions have just been ended in the store. */
  announce(): void;
  /** @returns ends the subscription */
  subscribe(listener: () => void): () => void;
}

export function createSessionEnds(): SessionEnds {
  const listeners = new Set<() => void>();
  return {
    announce() {
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
