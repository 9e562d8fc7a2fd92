import { setFlagsFromString } from 'node:v8';

/** By then the first calls have loaded their code, in ms: with a small heap, loading would take half as long again. */
const loadedWithinMs = 1_000;

/**
 * V8 grows the space for young objects, and collects old ones late. A space keeps nearly everything it is sent, so most
 * of that room would be wasted. The young generation does not shrink again, so its limit is set before serving; the
 * other can wait.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setTimeout(collectOldOften, loadedWithinMs).unref();
}

function collectOldOften(): void {
  setFlagsFromString('--heap-growing-percent=10');
  setFlagsFromString('--incremental-marking-soft-trigger=50');
  setFlagsFromString('--incremental-marking-hard-trigger=50');
}
