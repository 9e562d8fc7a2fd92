import { join } from 'node:path';
import { serverCore } from '../harness/cores.ts';
import { programArgument, programParent } from '../harness/program-end.ts';
import { readProcessorTime, useBetween } from '../harness/processor-time.ts';
import { bullmqQueue } from '../world/queues/bullmq-queue.ts';
import { filmgateQueue } from '../world/queues/filmgate-queue.ts';
import { plainjobQueue } from '../world/queues/plainjob-queue.ts';
import type { QueueUnderTest } from '../world/queues/queue-under-test.ts';
import { type QueueArgument, queueArgument, type QueueReport } from './messages.ts';

/** Program: enqueues jobs one by one, 64 under way, then completes them all with a handler that does nothing. */

const underWay = 64;

function open({ queue, directory, redis }: QueueArgument): Promise<QueueUnderTest> {
  switch (queue) {
    case 'filmgate':
      return filmgateQueue({ directory });
    case 'plainjob':
      return plainjobQueue(join(directory, 'plainjob.db'));
    case 'bullmq':
      return bullmqQueue(redis?.port ?? 0);
    default:
      return queue satisfies never;
  }
}

/** @param from - jobs enqueued before, whose numbers are taken */
async function enqueueAll(queue: QueueUnderTest, from: number, jobs: number): Promise<void> {
  let next = from;
  const worker = async (): Promise<void> => {
    while (next < from + jobs) {
      next += 1;
      await queue.enqueue(next);
    }
  };
  await Promise.all(Array.from({ length: underWay }, worker));
}

/** Jobs that come and go before the clock starts, so that code is compiled for everybody. */
const warmUpJobs = 2_000;

async function measure(
  queue: QueueUnderTest,
  { jobs, redis }: QueueArgument,
): Promise<QueueReport> {
  await enqueueAll(queue, 0, warmUpJobs);
  await queue.completeAll(warmUpJobs);
  const others = redis === undefined ? [] : [redis.pid];
  const before = readProcessorTime([process.pid], serverCore);
  const othersBefore = readProcessorTime(others, serverCore);
  const startedAt = performance.now();
  await enqueueAll(queue, warmUpJobs, jobs);
  const enqueuedAt = performance.now();
  await queue.completeAll(jobs);
  const completedAt = performance.now();
  const use = useBetween(before, readProcessorTime([process.pid], serverCore));
  const othersUse = useBetween(othersBefore, readProcessorTime(others, serverCore));
  return {
    enqueueSeconds: (enqueuedAt - startedAt) / 1000,
    completeSeconds: (completedAt - enqueuedAt) / 1000,
    processorNs: use === null || othersUse === null ? null : use.ownNs + othersUse.ownNs,
    foreignShare: use?.foreignShare ?? null,
  };
}

const parent = programParent();
const argument = queueArgument.parse(programArgument());
const queue = await open(argument);
parent.send(await measure(queue, argument));
await queue.close();
