import { refuseOldNode } from './needed-node.mjs';

// Everything else is only loaded by a Node that can run it.
refuseOldNode();
await import('./start-filmgate.mjs');
