import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Core of the servers, which none of our other programs uses. */
export const serverCore = 0;
/** Core of load generators, and of peers' second processes. */
export const loadCore = 1;

/** True if processes can be pinned to a core: needs Linux's `taskset` and two cores. */
export const canPin: boolean = availableParallelism() > 1 && hasTaskset();

function hasTaskset(): boolean {
  try {
    execFileSync('taskset', ['-p', String(process.pid)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** A command pinned to one core, if the system supports it; null = the system chooses. */
export function onCore(
  core: number | null,
  command: readonly string[],
): readonly [string, ...string[]] {
  const pinned = canPin && core !== null ? ['taskset', '-c', String(core), ...command] : command;
  const [program, ...rest] = pinned;
  if (program === undefined) throw new RangeError('no command to run');
  return [program, ...rest];
}
