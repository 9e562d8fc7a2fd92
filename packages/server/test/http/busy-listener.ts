import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import Fastify from 'fastify';
import { bindListener } from '../../src/compose/bind-listener.ts';

/** A listener on its own thread that accepts no connection until it is woken through the given cell. */
async function main(port: MessagePort, cell: Int32Array): Promise<void> {
  const app = Fastify();
  const portSetting = 'FILMGATE_LOCAL_PORT';
  const bound = await bindListener({ app, host: '127.0.0.1', port: 0, portSetting });
  port.postMessage(bound);
  Atomics.wait(cell, 0, 0);
  app.server.closeAllConnections();
  await app.close();
}

const cell: unknown = workerData;
if (!(cell instanceof Int32Array) || parentPort === null)
  throw new Error('started without a cell to sleep on');
await main(parentPort, cell);
