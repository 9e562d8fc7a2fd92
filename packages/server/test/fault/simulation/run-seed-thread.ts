import { parentPort } from 'node:worker_threads';
import { z } from 'zod';
import { runSeed } from './run-seed.ts';
import { worldStores } from './world-stores.ts';

/** A thread of `simulate.ts`: is told one seed after another. Faults are thrown by the thousand here; the stack of each would cost more than its history. */
Error.stackTraceLimit = 0;
const orderSchema = z.object({ seed: z.number(), store: z.enum(worldStores) });
const port = parentPort;
port?.on('message', (order: unknown) => {
  const send = (report: unknown): void => port.postMessage(report);
  void runSeed(orderSchema.parse(order)).then(send);
});
