import { setFlagsFromString } from 'node:v8';

// V8 lets young objects have more room as it runs, and collects old ones late. A world keeps nearly all it is sent, so that most of
// that room is only memory. The first import of the command: what has grown does not shrink.
for (const flag of [
  '--semi-space-growth-factor=1',
  '--heap-growing-percent=10',
  '--incremental-marking-soft-trigger=50',
  '--incremental-marking-hard-trigger=50',
])
  setFlagsFromString(flag);
