import { parentPort } from 'node:worker_threads';
import type { ByteReader } from '@filmgate/core';
import { inspectContainer } from './inspect-container.ts';
import type { InspectionOrder, InspectionReport } from './inspection-messages.ts';

/** Inspects files one by one, on its own thread. Imports only types of other packages, to start fast and stay small. */
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
  const inspect = async ({
    size,
    mediaType,
  }: Extract<InspectionOrder, { readonly kind: 'inspect' }>): Promise<void> =>
    report({ kind: 'found', found: await inspectContainer({ size, read }, mediaType) });
  port.on('message', (order: InspectionOrder) => {
    if (order.kind === 'bytes') given(order.bytes);
    else void inspect(order);
  });
}

main();
