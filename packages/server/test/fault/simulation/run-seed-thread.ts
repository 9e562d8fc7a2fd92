import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { runSeed } from './run-seed.ts';
import { worldStores } from './world-stores.ts';

/** A thread of `simulate.ts`. Faults are thrown by the thousand here; the stack of each would cost more than its history. */
Error.stackTraceLimit = 0;
const input = z.object({ seed: z.number(), store: z.enum(worldStores) }).parse(workerData);
const port = parentPort;
const report = await runSeed(input);
port?.postMessage(report);
