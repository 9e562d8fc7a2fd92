import { setTimeout as sleep } from 'node:timers/promises';
import {
  type FleetArgument,
  type FleetCommand,
  fleetFailure,
  type FleetReport,
  fleetReport,
} from '../servers/messages.ts';
import { startProgram } from './child-program.ts';
import { readProcessorTime, useBetween } from './processor-time.ts';
import type { Slice, Variant } from './run-rounds.ts';

/** Length of the warm-up round, and maximum length of a slice with too few polls, in slices. */
const warmUpSlices = 3;
const slicesAtMost = 20;

interface PollPlan {
  readonly name: string;
  /** The nodes that poll during a slice; they are idle before and after. */
  readonly nodes: readonly FleetNode[];
  readonly seconds: number;
  /** Minimum number of polls of a slice, since nodes poll in bursts. */
  readonly pollsAtLeast: number;
  /** Time for nodes to start or finish after a switch. */
  readonly settleSeconds: number;
  /** Cores that all nodes share. */
  readonly cores: readonly number[];
}

/** Polls per second of some nodes together, and the processor time of one poll. */
export function pollVariant(plan: PollPlan): Variant {
  return {
    name: plan.name,
    measure: async (kind) => {
      await reportAll(plan, true);
      await sleep(plan.settleSeconds * 1000);
      const seconds = kind === 'warm-up' ? warmUpSlices * plan.seconds : plan.seconds;
      const slice = await measure(plan, seconds);
      await reportAll(plan, false);
      await sleep(plan.settleSeconds * 1000);
      return slice;
    },
  };
}

async function reportAll({ nodes }: PollPlan, on: boolean): Promise<void> {
  await Promise.all(nodes.map((node) => node.report({ kind: 'run', on })));
}

async function pollsOf({ nodes }: PollPlan): Promise<number> {
  const reports = await Promise.all(nodes.map((node) => node.report({ kind: 'report' })));
  return reports.reduce((sum, { polls }) => sum + polls, 0);
}

async function measure(plan: PollPlan, seconds: number): Promise<Slice> {
  const pids = plan.nodes.map(({ pid }) => pid);
  const read = () => readProcessorTime(pids, ...plan.cores);
  const pollsBefore = await pollsOf(plan);
  const before = read();
  const startedAt = performance.now();
  let polls = 0;
  for (let part = 0; part < slicesAtMost && polls < plan.pollsAtLeast; part += 1) {
    await sleep(seconds * 1000);
    polls = (await pollsOf(plan)) - pollsBefore;
  }
  if (polls === 0) throw new Error(`${plan.name} polled nothing`);
  const took = (performance.now() - startedAt) / 1000;
  const use = useBetween(before, read());
  const processorUs = use === null ? null : use.ownNs / 1000 / polls;
  return {
    value: polls / took,
    processorUs,
    foreignShare: use?.foreignShare ?? null,
    notes: { 'CPU µs': processorUs ?? Number.NaN },
  };
}

/** A node that polls on command, on its own core. */
export interface FleetNode {
  readonly pid: number;
  report(command: FleetCommand): Promise<FleetReport>;
  stop(): Promise<void>;
}

export async function startFleetNode(options: {
  /** A program with the same commands. */
  readonly program?: string;
  readonly argument: FleetArgument;
  readonly core: number;
  readonly nodeArguments: readonly string[];
}): Promise<FleetNode> {
  const {
    program: file = 'servers/fleet-node-program.ts',
    argument,
    core,
    nodeArguments,
  } = options;
  const program = await startProgram({ program: file, core, argument, nodeArguments });
  const report = async (command: FleetCommand): Promise<FleetReport> => {
    const response = await program.ask(command);
    const failed = fleetFailure.safeParse(response);
    if (failed.success) throw new Error(`a node failed: ${failed.data.failure}`);
    return fleetReport.parse(response);
  };
  return { pid: program.pid, report, stop: () => program.stop() };
}
