import { join } from 'node:path';
import { bootstrap } from './bootstrap.mjs';
import { runOnProjectNode } from './bootstrap/launch.mjs';

const { root, node } = await bootstrap();
const entry = join(root, 'tools', 'check', 'run-checks.ts');
await runOnProjectNode({ node, entry, args: process.argv.slice(2) });
