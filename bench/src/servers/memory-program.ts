import { serialize, deserialize } from 'node:v8';
import { everyJob, type Job } from '@filmgate/core';
import { programArgument, programParent } from '../harness/child-program.ts';
import { benchAccount, startBenchGateway } from '../world/bench-gateway.ts';
import { bringIntoFlight } from '../world/bring-into-flight.ts';
import { inTurns } from '../world/in-turns.ts';
import { createPromptMaker } from '../world/prompt-maker.ts';
import { type MemoryArgument, memoryArgument, type MemoryReport } from './messages.ts';

/** Program: brings jobs into flight by every step a real one takes, and reports what they cost in memory. */

const atOnce = 512;
const hourMs = 3_600_000;

interface Footprint {
  readonly heap: number;
  readonly resident: number;
}

async function footprint(): Promise<Footprint> {
  // Twice, with a turn between: finalisers of the first run free what the second finds.
  for (let run = 0; run < 2; run += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heap: heapUsed + external, resident: rss };
}

async function measure({ directory, jobs }: MemoryArgument): Promise<MemoryReport> {
  const gateway = await startBenchGateway({ directory }, 'sqlite');
  const promptOf = createPromptMaker(7);
  const before = await footprint();
  await inTurns(jobs, atOnce, (index) => {
    const now = Date.now();
    const flight = { accountId: benchAccount, pollAt: now + hourMs, submittedAt: now };
    return bringIntoFlight(gateway, { index, prompt: promptOf(index), ...flight });
  });
  const after = await footprint();
  const page = await gateway.storage.reader.list(anyJobs);
  if (page.kind !== 'page') throw new Error('the jobs cannot be listed');
  const plainBytes = await plainSize(page.jobs, jobs);
  await gateway.running.stop();
  return {
    heapBytes: after.heap - before.heap,
    residentBytes: after.resident - before.resident,
    plainBytes,
  };
}

const anyJobs = {
  ...everyJob,
  owner: null,
  limit: 100,
} as const;

/** What so many copies of these jobs cost that share nothing but the engine's own object shapes. */
async function plainSize(sample: readonly Job[], jobs: number): Promise<number> {
  const bytes = sample.map((job) => serialize(job));
  const before = await footprint();
  const plain = new Map<string, unknown>();
  for (let index = 0; index < jobs; index += 1) {
    const copy = bytes[index % bytes.length];
    if (copy !== undefined) plain.set(`job-${index}`, deserialize(copy));
  }
  const after = await footprint();
  return plain.size === 0 ? 0 : after.heap - before.heap;
}

const parent = programParent();
parent.send(await measure(memoryArgument.parse(programArgument())));
