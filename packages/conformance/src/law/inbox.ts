import { AssertionError } from 'node:assert';

/** Collects what a subscription delivers, and waits for it no longer than patience allows. */
export interface Inbox<Item> {
  readonly received: readonly Item[];
  readonly deliver: (item: Item) => void;
  /** Resolves once what was received so far satisfies `enough`; fails after the patience with what did arrive. */
  until(enough: (received: readonly Item[]) => boolean): Promise<void>;
}

export function createInbox<Item>(patienceMs: number): Inbox<Item> {
  const received: Item[] = [];
  const waiting = new Set<() => void>();
  return {
    received,
    deliver: (item) => {
      received.push(item);
      for (const check of waiting) check();
    },
    until: (enough) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(check);
          reject(
            new AssertionError({ message: 'What was announced never arrived', actual: received }),
          );
        }, patienceMs);
        const check = () => {
          if (!enough(received)) return;
          clearTimeout(timer);
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
  };
}
