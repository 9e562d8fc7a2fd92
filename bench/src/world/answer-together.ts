import type { Acceptance } from './with-acceptance.ts';

/**
 * Puts jobs nowhere, but answers as a store with group commit does: all that came in one turn of the event loop
 * together. Answered one by one they would cost more in system calls than a durable store, and be no ceiling for it.
 */
export function answerTogether(): Acceptance {
  let turn: Promise<void> | undefined;
  return () => {
    turn ??= new Promise((resolve) => {
      setImmediate(() => {
        turn = undefined;
        resolve();
      });
    });
    return turn;
  };
}
