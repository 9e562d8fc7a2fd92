import { join } from 'node:path';
import { bootstrap } from './bootstrap.mjs';
import { runInstead } from './bootstrap/launch.mjs';

const { root, node } = await bootstrap('all');
const entry = join(root, 'tools', 'check', 'run-checks.ts');
runInstead({ node, entry, args: process.argv.slice(2) });
