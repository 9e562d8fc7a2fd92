import { setTimeout as sleep } from 'node:timers/promises';
import { type ChildProgram, startProgram } from '../harness/child-program.ts';
import { loadCore, serverCore } from '../harness/cores.ts';
import { readResidentBytes } from '../harness/resident-memory.ts';
import { median, type Slice } from '../harness/run-rounds.ts';
import {
  type InstantArgument,
  instantGreeting,
  memoryUse,
  type MixArgument,
  mixReport,
} from '../servers/messages.ts';
import { compare, type Goal, type CheckedBy, type Row } from '../report/row.ts';
import type { BenchContext, Benchmark } from './benchmark.ts';

const mebibyte = 1024 * 1024;
const names = { ours: 'at the end', other: 'after the first tenth' };
const clients = 16;
/** Equal results are stored once, so that the disk does not fill. */
const differentResults = 64;
/** A tenth of ten minutes: the minute after which memory has to be flat. */
const parts = 10;
const secondsInPart = 60;
const secondsInQuickPart = 6;

/** A gateway under a mix of creations, polls and downloads. */
export const flatMemory: Benchmark = {
  name: 'flat-memory',
  summary:
    'resident memory at the end of 10 minutes of creations, polls and downloads, beside the first minute',
  run: async (context) => {
    const seconds = context.quick ? secondsInQuickPart : secondsInPart;
    const server = await startOurs(context);
    const mix = await startMix(context, server);
    const samples: Sample[] = [];
    for (let part = 1; part <= parts; part += 1) {
      samples.push(await samplePart({ server, mix }, seconds));
      context.progress(`${part} of ${parts}: ${describe(samples)}`);
    }
    const [first, last] = [samples[0], samples.at(-1)];
    if (first === undefined || last === undefined) throw new Error('nothing was measured');
    const round = new Map([
      [names.other, toSlice(first, first)],
      [names.ours, toSlice(last, first)],
    ]);
    const workload = `${Math.round((parts * seconds) / 60)} min, ${clients} clients`;
    const comparison = { benchmark: 'flat-memory', workload, unit: 'MiB' };
    const measured = { rounds: [round], disturbed: 0 };
    const row = (goal: Goal, checkedBy: CheckedBy): Row =>
      compare(
        // In a quick run the caches are still being filled, so the value has no goal.
        { ...comparison, ...names, goal: context.quick ? null : goal, better: 'less', checkedBy },
        measured,
      );
    return [row({ atMost: 1.15 }, 'ratio'), row({ atMost: 300 }, 'value')];
  },
};

interface Programs {
  readonly server: ChildProgram;
  readonly mix: ChildProgram;
}

/** The end of one part: memory is the median of its last third. */
interface Sample {
  readonly resident: number;
  readonly heap: number;
  readonly tasks: number;
  readonly polls: number;
}

async function startOurs(context: BenchContext): Promise<ChildProgram> {
  const argument: InstantArgument = { directory: context.folder('flat-memory'), differentResults };
  const { serverNodeArguments: nodeArguments } = context;
  const program = 'servers/instant-server.ts';
  const server = await startProgram({ program, core: serverCore, argument, nodeArguments });
  context.later(() => server.stop());
  return server;
}

async function startMix(context: BenchContext, server: ChildProgram): Promise<ChildProgram> {
  const { tasksPort, userKey } = instantGreeting.parse(server.greeting);
  const argument: MixArgument = { port: tasksPort, key: userKey, clients };
  const mix = await startProgram({ program: 'load/mix-program.ts', core: loadCore, argument });
  context.later(() => mix.stop());
  return mix;
}

async function samplePart({ server, mix }: Programs, seconds: number): Promise<Sample> {
  const residents: number[] = [];
  for (let second = 0; second < seconds; second += 1) {
    await sleep(1_000);
    const resident = readResidentBytes(server.pid) ?? Number.NaN;
    if (second >= (seconds * 2) / 3) residents.push(resident);
  }
  const { heapBytes } = memoryUse.parse(await server.ask({ kind: 'memory' }));
  const { tasks, polls, failure } = mixReport.parse(await mix.ask({ kind: 'report' }));
  if (failure !== null) throw new Error(`the mix failed: ${failure}`);
  return { resident: median(residents), heap: heapBytes, tasks, polls };
}

function describe(samples: readonly Sample[]): string {
  const last = samples.at(-1);
  if (last === undefined) return '';
  const { resident, heap, tasks } = last;
  return `${(resident / mebibyte).toFixed(0)} MiB resident, ${(heap / mebibyte).toFixed(0)} MiB heap, ${tasks} tasks`;
}

function toSlice({ resident, heap, tasks, polls }: Sample, first: Sample): Slice {
  const further = Math.max(1, tasks - first.tasks);
  return {
    value: resident / mebibyte,
    processorUs: null,
    foreignShare: null,
    notes: {
      'heap MiB': heap / mebibyte,
      tasks,
      polls,
      'further bytes per task': (resident - first.resident) / further,
    },
  };
}
