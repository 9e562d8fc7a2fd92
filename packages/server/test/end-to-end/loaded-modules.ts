import { registerHooks } from 'node:module';
import { stdout } from 'node:process';

/** A program: `filmgate serve` on a folder, stopped after its start; prints the loaded modules, one address a line. */
const loaded = new Set<string>();
registerHooks({
  load: (url, context, next) => {
    loaded.add(url);
    return next(url, context);
  },
});
const { serve } = await import('../../src/commands/serve.ts');
const { readSettings } = await import('../../src/settings/read-settings.ts');
const read = readSettings({
  ...process.env,
  FILMGATE_DATA_DIR: process.argv[2],
  FILMGATE_LOCAL_PORT: '0',
  FILMGATE_TASKS_PORT: '0',
  FILMGATE_LOG_LEVEL: 'silent',
});
if (read.kind === 'refused') throw new Error(read.problems.join('\n'));
const running = await serve(read, { write: () => undefined });
await running.stop();
stdout.write([...loaded].join('\n'));
