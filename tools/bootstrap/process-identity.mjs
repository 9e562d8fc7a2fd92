import { readFileSync } from 'node:fs';

/**
 * Who a process is. A process id alone is reused by the system after the process ends, so the instant the
 * kernel started it is kept beside it where the system tells (Linux; empty elsewhere).
 *
 * @typedef {{ readonly pid: number, readonly startedAt: string }} ProcessIdentity
 */

/** Positions after the command name in /proc/<pid>/stat (proc_pid_stat(5), fields 3 and 22). */
const STATE_POSITION = 0;
const START_TIME_POSITION = 19;
/** States of a process that has ended but was not collected by its parent, as happens under a container's first process. */
const ENDED_STATES = ['Z', 'X'];

/**
 * @param {number} pid
 * @returns {{ readonly hasEnded: boolean, readonly startedAt: string }} `startedAt` in clock ticks since boot
 */
function readStat(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return {
      hasEnded: ENDED_STATES.includes(fields[STATE_POSITION] ?? ''),
      startedAt: fields[START_TIME_POSITION] ?? '',
    };
  } catch {
    return { hasEnded: false, startedAt: '' };
  }
}

/**
 * @param {number} pid
 * @returns {boolean}
 */
function answersSignals(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * @param {number} pid
 * @returns {ProcessIdentity}
 */
export function identifyProcess(pid) {
  return { pid, startedAt: readStat(pid).startedAt };
}

/**
 * @param {ProcessIdentity} identity
 * @returns {boolean} whether this very process still runs, and not another one under its number
 */
export function isAlive(identity) {
  const { hasEnded, startedAt } = readStat(identity.pid);
  return answersSignals(identity.pid) && !hasEnded && startedAt === identity.startedAt;
}

/**
 * @param {unknown} value
 * @returns {value is ProcessIdentity}
 */
export function isProcessIdentity(value) {
  return (
    typeof value === 'object' &&
    value !== null &&
    'pid' in value &&
    typeof value.pid === 'number' &&
    'startedAt' in value &&
    typeof value.startedAt === 'string'
  );
}
