import type { Claim } from '@filmgate/core';
import { serverCore } from '../harness/cores.ts';
import { readProcessorTime, useBetween } from '../harness/processor-time.ts';
import { programArgument, programParent } from '../harness/program-end.ts';
import { inTurns } from '../world/in-turns.ts';
import { bullmqQueue } from '../world/queues/bullmq-queue.ts';
import { type FilmgateQueue, filmgateQueue } from '../world/queues/filmgate-queue.ts';
import { type StageArgument, stageArgument, type StageReport } from './stage-messages.ts';

/** Program: takes jobs through a store, all of them through one stage before the next, 64 under way, each stage timed. */

const underWay = 64;
/** Jobs that come and go before the clock starts, so that code is compiled for everybody. */
const warmUpJobs = 2_000;

interface Stage {
  readonly name: string;
  run(): Promise<void>;
}

/** A store under test: the stages for so many jobs, to be run in their order. */
interface Staged {
  stages(jobs: number): readonly Stage[];
  close(): Promise<void>;
}

async function open({ store, directory }: StageArgument): Promise<Staged> {
  switch (store.kind) {
    case 'sqlite':
      return ours(await filmgateQueue({ directory }));
    case 'redis':
      return ours(await filmgateQueue({ directory, redis: store.place }));
    case 'bullmq':
      return bullmq(store.port);
    default:
      return store satisfies never;
  }
}

function ours(queue: FilmgateQueue): Staged {
  return {
    close: () => queue.close(),
    stages: (jobs) => {
      const ids: string[] = [];
      const claims: Claim[] = [];
      const add = async () => void ids.push(await queue.create());
      const get = (index: number) => queue.get(ids[(index * 7_919) % jobs] ?? '');
      const completeOne = async (index: number): Promise<void> => {
        const claim = claims[index];
        if (claim !== undefined) await queue.complete(claim);
      };
      return [
        { name: 'create', run: () => inTurns(jobs, underWay, add) },
        { name: 'get', run: () => inTurns(jobs, underWay, get) },
        { name: 'claim', run: () => claimAll(queue, claims, jobs) },
        { name: 'complete', run: () => inTurns(jobs, underWay, completeOne) },
      ];
    },
  };
}

async function claimAll(queue: FilmgateQueue, claims: Claim[], jobs: number): Promise<void> {
  while (claims.length < jobs) {
    const more = await queue.claim();
    if (more.length === 0) throw new Error(`${jobs - claims.length} jobs were lost`);
    claims.push(...more);
  }
}

async function bullmq(port: number): Promise<Staged> {
  const queue = await bullmqQueue(port);
  let added = 0;
  const add = (): Promise<void> => {
    added += 1;
    return queue.enqueue(added);
  };
  return {
    close: () => queue.close(),
    stages: (jobs) => [
      { name: 'create', run: () => inTurns(jobs, underWay, add) },
      { name: 'process', run: () => queue.completeAll(jobs) },
    ],
  };
}

async function measure(staged: Staged, { jobs, store }: StageArgument): Promise<StageReport> {
  for (const stage of staged.stages(warmUpJobs)) await stage.run();
  const pids = store.kind === 'sqlite' ? [process.pid] : [process.pid, store.pid];
  const report: StageReport = {};
  for (const stage of staged.stages(jobs)) {
    const own = readProcessorTime([process.pid], serverCore);
    const all = readProcessorTime(pids, serverCore);
    const startedAt = performance.now();
    await stage.run();
    const seconds = (performance.now() - startedAt) / 1000;
    const { foreignShare = null } =
      useBetween(own, readProcessorTime([process.pid], serverCore)) ?? {};
    const use = useBetween(all, readProcessorTime(pids, serverCore));
    report[stage.name] = { seconds, processorNs: use?.ownNs ?? null, foreignShare };
  }
  return report;
}

const parent = programParent();
const argument = stageArgument.parse(programArgument());
const staged = await open(argument);
parent.send(await measure(staged, argument));
await staged.close();
