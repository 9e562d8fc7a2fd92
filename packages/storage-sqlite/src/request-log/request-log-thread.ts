import { parentPort, workerData } from 'node:worker_threads';
import { systemTiming } from '../write/timing.ts';
import { LogClerk } from './log-clerk.ts';
import type { LogOrder } from './request-log-messages.ts';

function main(): void {
  const path: unknown = workerData;
  if (typeof path !== 'string' || parentPort === null) throw new Error('started without a file');
  const port = parentPort;
  const clerk = new LogClerk({
    path,
    send: (report) => port.postMessage(report),
    ended: () => port.close(),
    defer: systemTiming.defer,
  });
  port.on('message', (order: LogOrder) => clerk.take(order));
}

main();
