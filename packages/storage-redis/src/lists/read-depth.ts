import { type JobState, jobStates, type QueueDepth } from '@filmgate/core';
import { familySums } from '../jobs/family-sums.ts';
import type { JobAccess } from '../jobs/job-access.ts';
import { depthScript } from '../jobs/read-scripts.ts';
import type { JobKeys } from '../keys/job-keys.ts';
import { readList } from '../script/read-list.ts';
import { readPairs } from '../script/read-pairs.ts';

/** See `JobReader.depth`: sizes of the lists, and sums kept with the jobs. */
export async function readDepth({ scripts, keys }: JobAccess): Promise<QueueDepth> {
  const call = depthScript.call({ ...listKeys(keys), families: keys.families }, {});
  const answer = readList(await scripts.read(depthScript.script, call), 'read-depth');
  const [counts, families] = answer;
  const byState = countsOf(readList(counts, 'read-depth').map(Number));
  const sums = readPairs(families);
  return {
    waiting: byState.queued + byState.awaiting_configuration,
    waitingCredits: familySums('credits:', sums),
    queuedByFamily: familySums('jobs:', sums),
    byState,
  };
}

function listKeys(keys: JobKeys): Readonly<Record<JobState, string>> {
  return eachState((state) => keys.list(state));
}

function countsOf(counts: readonly number[]): QueueDepth['byState'] {
  return eachState((_, index) => counts[index] ?? 0);
}

function eachState<Value>(
  valueOf: (state: JobState, index: number) => Value,
): Readonly<Record<JobState, Value>> {
  const at = (state: JobState): Value => valueOf(state, jobStates.indexOf(state));
  return {
    queued: at('queued'),
    awaiting_configuration: at('awaiting_configuration'),
    prepared: at('prepared'),
    dispatching: at('dispatching'),
    submitted: at('submitted'),
    polling: at('polling'),
    storing: at('storing'),
    completed: at('completed'),
    failed: at('failed'),
    outcome_unknown: at('outcome_unknown'),
  };
}
