import { launch } from './bootstrap/launch.mjs';

await launch({ program: 'filmgate', args: ['start', ...process.argv.slice(2)] });
