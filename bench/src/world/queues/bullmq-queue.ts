import { Queue, Worker } from 'bullmq';
import { usualPrompt } from '../create-body.ts';
import type { QueueUnderTest } from './queue-under-test.ts';

const concurrency = 64;

/** BullMQ on a Redis that is ours alone. */
export async function bullmqQueue(port: number): Promise<QueueUnderTest> {
  const connection = { host: '127.0.0.1', port };
  const queue = new Queue('generate', { connection });
  await queue.waitUntilReady();
  return {
    async enqueue(index) {
      await queue.add('generate', { index, prompt: usualPrompt }, { jobId: `job-${index}` });
    },
    async completeAll(jobs) {
      let left = jobs;
      let worker: Worker | undefined;
      await new Promise<void>((resolve) => {
        worker = new Worker('generate', async () => null, { connection, concurrency });
        worker.on('completed', () => {
          left -= 1;
          if (left === 0) resolve();
        });
      });
      await worker?.close(true);
    },
    close: () => queue.close(),
  };
}
