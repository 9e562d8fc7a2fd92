import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { runSeed, settingOf } from './run-seed.ts';
import { worldStores } from './world-stores.ts';

/**
 * A thread of `simulate.ts`: runs one seed after another. Thousands of faults are thrown; the stack of each would cost
 * more than its history.
 */
Error.stackTraceLimit = 0;
const { store, seeds } = z
  .object({ store: z.enum(worldStores), seeds: z.array(z.number()) })
  .parse(workerData);
const port = parentPort;
const setting = await settingOf(store);
for (const seed of seeds) {
  const report = await runSeed({ seed, setting });
  port?.postMessage(report);
}
await setting.surfaces?.close();
