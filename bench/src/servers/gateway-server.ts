import { randomFillSync } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { z } from 'zod';
import { programArgument, programParent } from '../harness/child-program.ts';
import { addApiUser, type BenchGateway, startBenchGateway } from '../world/bench-gateway.ts';
import { completed, queuedJob, usualPrompt, usualResult } from '../world/bench-job.ts';
import { seedTasks } from '../world/seed-tasks.ts';
import { gatewayArgument, type GatewayGreeting } from './messages.ts';

/** Finished task of this owner with a video of so many random bytes; resolves with its id and the bytes' location. */
async function storeVideo(
  { running, storage }: BenchGateway,
  { owner, size }: { readonly owner: string; readonly size: number },
): Promise<{ readonly id: string; readonly sha256: string }> {
  const { ports } = running.services.composed;
  const source = pieces(size);
  const staged = await ports.resultBlobs.stage({ source, maxBytes: size, expectedBytes: size });
  if (staged.kind !== 'staged') throw new Error(`a video was not staged: ${staged.kind}`);
  await ports.resultBlobs.commit(staged.blob);
  const { sha256 } = staged.blob;
  const now = Date.now();
  const job = queuedJob({
    id: `vt_${running.services.ids.next()}`,
    owner,
    prompt: usualPrompt,
    createdAt: now,
  });
  await storage.jobs.acceptJob({ job, idempotency: null, queueLimit: 1_000, now });
  const { next, effects } = completed(job, { ...usualResult, sha256, size }, now);
  const outcome = await storage.jobs.commit({
    claim: null,
    from: job,
    next,
    effects,
    lease: 'release',
    now,
  });
  if (outcome.kind !== 'committed') throw new Error(`a video was not committed: ${outcome.kind}`);
  return { id: job.id, sha256 };
}

const pieceBytes = 1024 * 1024;

async function* pieces(size: number): AsyncGenerator<Uint8Array> {
  for (let left = size; left > 0; left -= pieceBytes) {
    yield randomFillSync(new Uint8Array(Math.min(left, pieceBytes)));
  }
}

const lookEveryMs = 1_000;
/** Share of a core below which the process is idle. A profiler's own thread uses about a tenth. */
const idleShare = process.execArgv.includes('--cpu-prof') ? 0.25 : 0.03;
const quietLooks = 2;

/** Resolves after this process was idle for two seconds, so that all deferred work is done. */
async function untilIdle(): Promise<void> {
  for (let quiet = 0; quiet < quietLooks; ) {
    const before = process.cpuUsage();
    const startedAt = performance.now();
    await sleep(lookEveryMs);
    const { user, system } = process.cpuUsage(before);
    const share = (user + system) / 1000 / (performance.now() - startedAt);
    quiet = share < idleShare ? quiet + 1 : 0;
  }
}

/** Program: the gateway as the server composes it, its runner idle. */

async function greet(
  gateway: BenchGateway,
  argument: z.infer<typeof gatewayArgument>,
): Promise<GatewayGreeting> {
  const { directory, seed, videos } = argument;
  const tasksFile = join(directory, 'tasks.json');
  if (seed !== undefined) {
    await seedTasks(gateway, seed, tasksFile);
    // Lists and search are filled in the background; the benchmark measures a store at rest.
    await untilIdle();
  }
  const { key, owner } = await addApiUser(gateway, `load-${gateway.running.services.ids.next()}`);
  const stored = [];
  for (const size of videos) stored.push(await storeVideo(gateway, { owner, size }));
  return { port: gateway.port, key, tasksFile, videos: stored };
}

const argument = gatewayArgument.parse(programArgument());
const starting = startBenchGateway(argument, argument.store);
const parent = programParent(async () => (await starting).running.stop());
parent.send(await greet(await starting, argument));
