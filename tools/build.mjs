import { join } from 'node:path';
import { bootstrap } from './bootstrap.mjs';
import { runInstead } from './bootstrap/launch.mjs';

const { root, node, build } = await bootstrap('all');
const entry = join(root, 'tools', 'build', 'build-packages.ts');
runInstead({ node, entry, args: [build] });
