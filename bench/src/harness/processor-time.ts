import { readdirSync, readFileSync } from 'node:fs';

/** Accounts of the scheduler at one point in time. */
export interface ProcessorTime {
  /** Wall clock, in ns. */
  readonly wallNs: number;
  /** Time the processes spent on a processor, over all their threads, in ns. */
  readonly ownNs: number;
  /** Busy ticks of the measured cores since the system started, and all their ticks. */
  readonly coreBusyTicks: number;
  readonly coreTicks: number;
  readonly cores: number;
}

/** Processor use between two points in time. */
export interface ProcessorUse {
  readonly seconds: number;
  readonly ownNs: number;
  /** Use of these cores by all other processes, in cores. */
  readonly foreignShare: number;
}

/** Reads the scheduler's accounts of some processes and cores; null if the system has none (no `/proc`). */
export function readProcessorTime(
  pids: readonly number[],
  ...cores: readonly number[]
): ProcessorTime | null {
  try {
    const wallNs = Number(process.hrtime.bigint());
    const ownNs = pids.reduce((sum, pid) => sum + ownTime(pid), 0);
    return { wallNs, ownNs, ...coreTime(cores), cores: cores.length };
  } catch {
    return null;
  }
}

export function useBetween(
  from: ProcessorTime | null,
  to: ProcessorTime | null,
): ProcessorUse | null {
  if (from === null || to === null) return null;
  const wallNs = to.wallNs - from.wallNs;
  const ownNs = to.ownNs - from.ownNs;
  const busy = (to.coreBusyTicks - from.coreBusyTicks) / Math.max(1, to.coreTicks - from.coreTicks);
  const foreignShare = Math.max(0, busy * to.cores - ownNs / wallNs);
  return { seconds: wallNs / 1e9, ownNs, foreignShare };
}

/** Linux `/proc/<pid>/task/<tid>/schedstat`: the first number is time on a processor, in ns. */
function ownTime(pid: number): number {
  let sum = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      sum += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
    } catch {
      // The thread ended meanwhile.
    }
  }
  return sum;
}

/** Linux `/proc/stat`: user, nice, system, idle, iowait, irq, softirq, steal. */
function coreTime(cores: readonly number[]): {
  readonly coreBusyTicks: number;
  readonly coreTicks: number;
} {
  const lines = readFileSync('/proc/stat', 'utf8').split('\n');
  let [coreTicks, idleTicks] = [0, 0];
  for (const core of cores) {
    const line = lines.find((candidate) => candidate.startsWith(`cpu${core} `)) ?? '';
    const ticks = line.split(/\s+/).slice(1, 9).map(Number);
    coreTicks += ticks.reduce((sum, count) => sum + count, 0);
    idleTicks += (ticks[3] ?? 0) + (ticks[4] ?? 0);
  }
  return { coreTicks, coreBusyTicks: coreTicks - idleTicks };
}
