import { serialize, deserialize } from 'node:v8';
import type { Job, JobEvent } from '@filmgate/core';
import { transition } from '@filmgate/core';
import { programArgument, programParent } from '../harness/program-end.ts';
import { benchAccount, type BenchGateway, startBenchGateway } from '../world/bench-gateway.ts';
import { queuedJob } from '../world/bench-job.ts';
import { createPromptMaker } from '../world/prompt-maker.ts';

/** Program: brings jobs into flight by every step a real one takes, and reports what they cost in memory. */

export interface MemoryProgramArgument {
  readonly directory: string;
  readonly jobs: number;
}

export interface MemoryReport {
  /** Growth of the JavaScript heap and of buffers, in bytes. */
  readonly heapBytes: number;
  /** Growth of the process as the system sees it, in bytes. */
  readonly residentBytes: number;
  /** Heap of the same jobs as plain objects in a `Map`, in bytes. */
  readonly plainBytes: number;
}

const atOnce = 512;
const hourMs = 3_600_000;

async function bringIntoFlight({ storage, running }: BenchGateway, index: number, prompt: string): Promise<void> {
  const { jobs } = storage;
  const now = Date.now();
  const id = `vt_${running.services.ids.next()}`;
  const owner = `user:${index % 100}`;
  const job = queuedJob({ id, owner, prompt, createdAt: now });
  const idempotency = { scope: `${owner}/videos`, key: `key-${index}`, fingerprint: `1:${'0'.repeat(64)}` };
  await jobs.acceptJob({ job, idempotency, queueLimit: 10_000_000, now });
  const correlationId = `c-${id}-1`;
  const submission = { version: 1, value: { route: 'vm_std-2.0', prompt, seconds: 5, ratio: '16:9', resolution: '720p' } };
  const handle = { version: 1, value: { account: benchAccount, job: `upstream-${index}` } };
  const chosen = step(job, { kind: 'account-chosen', accountId: benchAccount, submission, correlationId, refusals: [] });
  let saved = committed(await jobs.commit({ claim: null, from: job, ...chosen, lease: 'release', now }));
  const marked = step(saved, { kind: 'dispatch-marked', sendDeadlineAt: now + hourMs });
  saved = committed(await jobs.commit({ claim: null, from: saved, ...marked, lease: 'release', now }));
  const accepted = step(saved, { kind: 'accepted', handle, deadlineAt: now + hourMs, pollAt: now + hourMs });
  saved = committed(await jobs.commit({ claim: null, from: saved, ...accepted, lease: 'release', now }));
  const progressed = step(saved, { kind: 'progressed', progress: 40, pollAt: now + hourMs });
  committed(await jobs.commit({ claim: null, from: saved, ...progressed, lease: 'release', now }));
}

function step(from: Job, event: JobEvent) {
  const result = transition(from, event, Date.now());
  if (result.kind === 'refused') throw new Error(`${event.kind} was refused`);
  return { next: result.job, effects: result.effects };
}

function committed(outcome: { readonly kind: string; readonly job?: Job }): Job {
  if (outcome.job === undefined) throw new Error(`a step was not committed: ${outcome.kind}`);
  return outcome.job;
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

async function measure({ directory, jobs }: MemoryProgramArgument): Promise<MemoryReport> {
  const gateway = await startBenchGateway(directory, 'sqlite');
  const promptOf = createPromptMaker(7);
  const before = await footprint();
  for (let from = 0; from < jobs; from += atOnce) {
    const indexes = Array.from({ length: Math.min(atOnce, jobs - from) }, (_, offset) => from + offset);
    await Promise.all(indexes.map((index) => bringIntoFlight(gateway, index, promptOf(index))));
  }
  const after = await footprint();
  const { jobs: sample } = (await gateway.storage.reader.list(anyJobs)) as { readonly jobs: readonly Job[] };
  const plainBytes = await plainSize(sample, jobs);
  await gateway.running.stop();
  return { heapBytes: after.heap - before.heap, residentBytes: after.resident - before.resident, plainBytes };
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
parent.send(await measure(programArgument<MemoryProgramArgument>()));
