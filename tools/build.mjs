import { join } from 'node:path';
import { bootstrap } from './bootstrap.mjs';
import { runOnProjectNode } from './bootstrap/launch.mjs';

const { root, node, build } = await bootstrap();
const entry = join(root, 'tools', 'build', 'build-packages.ts');
await runOnProjectNode({ node, entry, args: [build] });
