import type { Job } from '@filmgate/core';
import { deliver, spoiltFile } from './deliveries.ts';
import { mayHaveVideoOfAnother } from './check-downloads.ts';
import type { RunningNode, World } from './world.ts';

/** Number of requests for a file, and their distance in true ms, before it has to be available. */
const mostTries = 6;
const everyMs = 65_000;

/** Checks I7: files damaged on the disk after their jobs had ended are fetched again while the provider has them. */
export async function checkFiles(world: World, jobs: readonly Job[]): Promise<readonly string[]> {
  const node = world.nodes.find((running) => running !== null) ?? null;
  const violations = [...world.deliveries.violations];
  if (node === null) return violations;
  for (const job of jobs) {
    if (job.result === null || !world.files.wasSpoilt(job.result.sha256)) continue;
    violations.push(...(await checkFile(world, node, job)));
  }
  return violations;
}

async function checkFile(world: World, node: RunningNode, job: Job): Promise<readonly string[]> {
  for (let tries = 0; ; tries += 1) {
    const delivery = await world.during(deliver(node.gateway, job));
    if (delivery.kind === 'whole') return [];
    if (delivery.kind === 'spoilt') return [spoiltFile(job, delivery)];
    // By a clock that was set ahead retention may have removed it.
    if (delivery.kind === 'not-found' && node.process.machine.now() >= earliestEndOf(job))
      return [];
    if (tries < mostTries) await world.scheduler.pass(everyMs);
    else if (await canBeFetched(world, job))
      return [
        `I7: the file of ${job.id} was spoilt, its provider has it, and it is ${delivery.kind}`,
      ];
    else return [];
  }
}

/** Maximum difference of clocks, ms. */
const apartMs = 60_000;

function earliestEndOf({ resultExpiresAt }: Job): number {
  return (resultExpiresAt ?? Infinity) - apartMs;
}

async function canBeFetched(world: World, job: Job): Promise<boolean> {
  const [work] = world.upstream.ledger.ofJob(job.id);
  if (work === undefined || world.upstream.words.hasForgotten(work)) return false;
  if (mayHaveVideoOfAnother(world, job.id)) return false;
  const account = await world.view.accounts.find(job.accountId ?? '');
  return account !== undefined;
}
