import { launch } from './bootstrap/launch.mjs';

await launch({ packageName: '@filmgate/server', args: ['start', ...process.argv.slice(2)] });
