import { serialize, deserialize } from 'node:v8';
import type { Job, JobEvent } from '@filmgate/core';
import { transition } from '@filmgate/core';
import { programArgument, programParent } from '../harness/program-end.ts';
import { benchAccount, type BenchGateway, startBenchGateway } from '../world/bench-gateway.ts';
import { queuedJob } from '../world/bench-job.ts';
import { createPromptMaker } from '../world/prompt-maker.ts';
import { type MemoryArgument, memoryArgument, type MemoryReport } from './messages.ts';

/** Program: brings jobs into flight by every step a real one takes, and reports what they cost in memory. */

const atOnce = 512;
const hourMs = 3_600_000;

/** The events that take a queued job into flight. */
function flight({ id, request }: Job, index: number, now: number): readonly JobEvent[] {
  const later = now + hourMs;
  const { prompt, durationSeconds, aspectRatio, resolution } = request;
  const value = { route: request.model, prompt, durationSeconds, aspectRatio, resolution };
  const handle = { version: 1, value: { account: benchAccount, job: `upstream-${index}` } };
  return [
    {
      kind: 'account-chosen',
      accountId: benchAccount,
      submission: { version: 1, value },
      correlationId: `${id}-1`,
      refusals: [],
    },
    { kind: 'dispatch-marked', sendDeadlineAt: later },
    { kind: 'accepted', handle, deadlineAt: later, pollAt: later },
    { kind: 'progressed', progress: 40, pollAt: later },
  ];
}

async function bringIntoFlight(
  { storage, running }: BenchGateway,
  index: number,
  prompt: string,
): Promise<void> {
  const now = Date.now();
  const owner = `user:${index % 100}`;
  const id = `vt_${running.services.ids.next()}`;
  const idempotency = {
    scope: `${owner}/videos`,
    key: `key-${index}`,
    fingerprint: `1:${'0'.repeat(64)}`,
  };
  let job = queuedJob({ id, owner, prompt, createdAt: now });
  await storage.jobs.acceptJob({ job, idempotency, queueLimit: 10_000_000, now });
  for (const event of flight(job, index, now)) {
    const step = transition(job, event, now);
    if (step.kind === 'refused') throw new Error(`${event.kind} was refused`);
    const { job: next, effects } = step;
    const input = { claim: null, from: job, next, effects, lease: 'release', now } as const;
    const outcome = await storage.jobs.commit(input);
    if (outcome.kind !== 'committed') throw new Error(`${event.kind} was not saved`);
    job = outcome.job;
  }
}

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
  const gateway = await startBenchGateway(directory, 'sqlite');
  const promptOf = createPromptMaker(7);
  const before = await footprint();
  for (let from = 0; from < jobs; from += atOnce) {
    const indexes = Array.from(
      { length: Math.min(atOnce, jobs - from) },
      (_, offset) => from + offset,
    );
    await Promise.all(indexes.map((index) => bringIntoFlight(gateway, index, promptOf(index))));
  }
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
  owner: null,
  origin: null,
  states: null,
  model: null,
  accountId: null,
  search: null,
  createdFrom: null,
  createdUntil: null,
  order: 'newest-first',
  after: null,
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
