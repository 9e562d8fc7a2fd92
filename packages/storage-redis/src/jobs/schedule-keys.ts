import type { JobKeys } from '../keys/job-keys.ts';
import type { scheduleKeys } from './lua/schedule-lua.ts';

/** The keys of the schedule and of who waits in it. */
export function keysOfSchedule(
  keys: JobKeys,
): Pick<JobKeys, (typeof scheduleKeys)[number] | 'awaiting'> {
  const { due, asleep, ready, readyDue, turns, counters, families, awaiting } = keys;
  return { due, asleep, ready, readyDue, turns, counters, families, awaiting };
}
