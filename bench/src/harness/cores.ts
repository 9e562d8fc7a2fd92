import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Servers run here and nothing of ours beside them. */
export const serverCore = 0;
/** Load generators, and the servers of peers that bring a second process. */
export const loadCore = 1;

/** Whether processes can be kept on one core: Linux's `taskset`, and two cores to keep apart. */
export const canPin: boolean = availableParallelism() > 1 && hasTaskset();

function hasTaskset(): boolean {
  try {
    execFileSync('taskset', ['-p', String(process.pid)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A command kept on one core, where that is possible; null leaves it to the system. */
export function onCore(
  core: number | null,
  command: readonly string[],
): readonly [string, ...string[]] {
  const pinned = canPin && core !== null ? ['taskset', '-c', String(core), ...command] : command;
  const [program, ...rest] = pinned;
  if (program === undefined) throw new RangeError('no command to run');
  return [program, ...rest];
}
