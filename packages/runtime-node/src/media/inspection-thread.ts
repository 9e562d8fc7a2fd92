import { parentPort } from 'node:worker_threads';
import type { ByteReader } from '@filmgate/core';
import { inspectContainer } from './inspect-container.ts';
import type { InspectionOrder, InspectionReport } from './inspection-messages.ts';

/**
 * Runs on a thread of its own: inspects one file after another, whose bytes it asks for. It imports nothing but types of other packages,
 * so that it starts quickly and stays small.
 */
function main(): void {
  if (parentPort === null) throw new Error('started as a program');
  const port = parentPort;
  const report = (words: InspectionReport): void => port.postMessage(words);
  let given: (bytes: Uint8Array) => void = () => undefined;
  const read: ByteReader['read'] = (offset, length) => {
    report({ kind: 'read', offset, length });
    return new Promise((resolve) => {
      given = resolve;
    });
  };
  port.on('message', async (order: InspectionOrder) => {
    if (order.kind === 'bytes') given(order.bytes);
    else {
      const { size, mediaType } = order;
      report({ kind: 'found', found: await inspectContainer({ size, read }, mediaType) });
    }
  });
}

main();
