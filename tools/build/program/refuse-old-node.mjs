import { refuseOldNode } from './needed-node.mjs';

// A module of its own: what an entry imports after this one is only run by a Node that can.
refuseOldNode();
