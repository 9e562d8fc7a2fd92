import { AssertionError } from 'node:assert';

/** Collects the items of a subscription, and waits for them up to the patience limit. */
export interface Inbox<Item> {
  readonly received: readonly Item[];
  readonly deliver: (item: Item) => void;
  /** Resolves once the received items satisfy `enough`; after the patience limit fails with the items received. */
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
