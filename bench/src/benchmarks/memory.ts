import { runProgram } from '../harness/child-program.ts';
import { serverCore } from '../harness/cores.ts';
import { runRounds, type Slice } from '../harness/run-rounds.ts';
import { compare } from '../report/row.ts';
import { memoryReport } from '../servers/messages.ts';
import type { Benchmark } from './benchmark.ts';

const mebibyte = 1024 * 1024;
const unitJobs = 10_000;
const runs = 3;

/** What jobs in flight cost in memory: in the store beside plain objects in a `Map`. */
export const memory: Benchmark = {
  name: 'memory',
  summary:
    'heap and resident memory of 10 000 jobs in flight, beside the same jobs as plain objects in a Map',
  run: async (context) => {
    const jobs = context.quick ? 10_000 : 50_000;
    const slices: Slice[] = [];
    const inUnits = (bytes: number): number => (bytes / mebibyte) * (unitJobs / jobs);
    const measureBoth = async (): Promise<Slice> => {
      const argument = { directory: context.newFolder('memory'), jobs };
      const options = { program: 'servers/memory-program.ts', core: serverCore, argument };
      const greeting = await runProgram({ ...options, nodeArguments: ['--expose-gc'] });
      const { heapBytes, residentBytes, plainBytes } = memoryReport.parse(greeting);
      const unmeasured = { processorUs: null, foreignShare: null };
      slices.push({ value: inUnits(plainBytes), ...unmeasured });
      return {
        value: inUnits(heapBytes),
        ...unmeasured,
        notes: { 'resident MiB': inUnits(residentBytes) },
      };
    };
    const variants = [
      { name: 'store', measure: measureBoth },
      { name: 'plain objects', measure: async () => slices.at(-1) ?? (await measureBoth()) },
    ];
    const measured = await runRounds({ ...context, rounds: runs, repeats: 0, variants });
    const workload = `${unitJobs} jobs in flight`;
    const names = { ours: 'store', other: 'plain objects', goal: null, better: 'less' } as const;
    return [compare({ benchmark: 'memory', workload, unit: 'MiB', ...names }, measured)];
  },
};
