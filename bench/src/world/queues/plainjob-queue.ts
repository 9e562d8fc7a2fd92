import Database from 'better-sqlite3';
import { better, defineQueue, defineWorker } from 'plainjob';
import { usualPrompt } from '../create-body.ts';
import type { QueueUnderTest } from './queue-under-test.ts';

const silent = { error() {}, warn() {}, info() {}, debug() {} };
const jobType = 'generate';

/** plainjob as it comes: SQLite, `synchronous=NORMAL`, one job at a time. */
export async function plainjobQueue(file: string): Promise<QueueUnderTest> {
  const queue = defineQueue({ connection: better(new Database(file)), logger: silent });
  return {
    async enqueue(index) {
      queue.add(jobType, { index, prompt: usualPrompt });
    },
    async completeAll(jobs) {
      let left = jobs;
      await new Promise<void>((resolve) => {
        const onCompleted = (): void => {
          left -= 1;
          if (left > 0) return;
          void worker.stop();
          resolve();
        };
        const worker = defineWorker(jobType, async () => {}, {
          queue,
          logger: silent,
          onCompleted,
        });
        void worker.start();
      });
    },
    close: async () => queue.close(),
  };
}
