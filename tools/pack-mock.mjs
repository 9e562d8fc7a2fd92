import { join, resolve } from 'node:path';
import { bootstrap } from './bootstrap.mjs';
import { runInstead } from './bootstrap/launch.mjs';

const [folder = 'release-mock'] = process.argv.slice(2);
const { root, node } = await bootstrap('all');
const entry = join(root, 'tools', 'build', 'pack-mock.ts');
runInstead({ node, entry, args: [resolve(folder)] });
