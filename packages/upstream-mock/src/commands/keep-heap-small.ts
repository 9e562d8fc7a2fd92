import { setFlagsFromString } from 'node:v8';

/** Until then the first calls have loaded what they need, in ms: more often collected, that would take half as long again. */
const loadedWithinMs = 1_000;

/**
 * V8 lets young objects have ever more room, and collects old ones late. A world keeps nearly all it is sent, so that most of that
 * room would be only memory. The first does not shrink again, so that comes before anything is served; the second can wait.
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
